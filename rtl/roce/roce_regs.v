// SPDX-License-Identifier: Apache-2.0
// roce_regs: the register file of the controller: identity, configuration, counters.
//   Latency    : reg_rdata is there in the cycle after reg_rd_en and holds; a write at edge k shows after edge k.
//   Throughput : one access per cycle; every counter counts in every cycle.
//   Back-press : none.
//   Order      : as asked.
//   Error      : unknown offsets read 0; writes to them and to read-only registers do nothing.
//   Reset      : counters 0; no delays, one request per cycle, four work requests a fetch, MPS 256 B, MRRS 512 B,
//                256 tags, no completion timeout.
//   Source     : configs/spec/registers.yaml

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_registers.vh"

module roce_regs (
  input  wire        clk,
  input  wire        rst,

  input  wire        reg_wr_en,
  input  wire        reg_rd_en,
  input  wire [15:0] reg_addr,
  input  wire [63:0] reg_wdata,
  output wire [63:0] reg_rdata,

  output wire [47:0] cfg_local_mac,
  output wire [31:0] cfg_local_ip,
  output wire [15:0] cfg_issue_interval_cyc,
  output wire [5:0]  cfg_fetch_max,
  output wire [7:0]  cfg_pad_tx_cyc,
  output wire [7:0]  cfg_pad_rx_cyc,
  output wire [7:0]  cfg_pad_rsp_tx_cyc,
  output wire [7:0]  cfg_pad_rsp_rx_cyc,
  output wire [2:0]  cfg_mps,
  output wire [2:0]  cfg_mrrs,
  output wire [8:0]  cfg_tags,
  output wire [31:0] cfg_timeout_cyc,

  input  wire        s_busy,

  // strobes, one event each
  input  wire        stat_drop_store,
  input  wire        stat_drop_ctx,
  input  wire        stat_drop_tlp,
  input  wire        stat_bad_db,
  input  wire        stat_drop_frame,
  input  wire        stat_cnp,
  input  wire        stat_drop_icrc,
  input  wire        stat_drop_qp,
  input  wire        stat_drop_qp_rsp,
  input  wire        stat_drop_pkey,
  input  wire        stat_drop_pkey_rsp,
  input  wire        stat_drop_psn,
  input  wire        stat_drop_rsp,
  input  wire        stat_implied_loss,
  input  wire        stat_rx_frame,
  input  wire        stat_tx_frame,
  input  wire        stat_rd_err,
  input  wire        stat_unexpected,
  input  wire        stat_bad_cq,
  input  wire        stat_nak,
  input  wire        stat_merged,
  input  wire        stat_qp_err_tx,
  input  wire        stat_qp_err_rx,
  input  wire        stat_qp_err_rsp,

  output wire        stat_idle
);

  localparam [63:0] ID      = "ECOR-NBU";  // read from bit 7:0 upwards: UBN-ROCE
  localparam [63:0] VERSION = 64'd1;
  localparam [5:0]  FETCH_DEFAULT = 6'd4;

  // ---- configuration
  reg [47:0] local_mac_q;
  reg [31:0] local_ip_q;
  reg [15:0] issue_interval_q;
  reg [5:0]  fetch_max_q;
  reg [7:0]  pad_tx_q;
  reg [7:0]  pad_rx_q;
  reg [7:0]  pad_rsp_tx_q;
  reg [7:0]  pad_rsp_rx_q;
  reg [2:0]  pcie_mps_q;
  reg [2:0]  pcie_mrrs_q;
  reg [8:0]  pcie_tags_q;
  reg [31:0] pcie_timeout_q;

  always @(posedge clk) begin
    if (rst) begin
      local_mac_q <= 48'd0;
      local_ip_q <= 32'd0;
      issue_interval_q <= 16'd1;
      fetch_max_q <= FETCH_DEFAULT;
      pad_tx_q <= 8'd0;
      pad_rx_q <= 8'd0;
      pad_rsp_tx_q <= 8'd0;
      pad_rsp_rx_q <= 8'd0;
      pcie_mps_q <= 3'd1;
      pcie_mrrs_q <= 3'd2;
      pcie_tags_q <= 9'd256;
      pcie_timeout_q <= 32'd0;
    end else if (reg_wr_en) begin
      case (reg_addr)
        `ROCE_REG_LOCAL_MAC: local_mac_q <= reg_wdata[47:0];
        `ROCE_REG_LOCAL_IP: local_ip_q <= reg_wdata[31:0];
        `ROCE_REG_ISSUE_INTERVAL: issue_interval_q <= reg_wdata[15:0] == 16'd0 ? 16'd1 : reg_wdata[15:0];
        `ROCE_REG_FETCH_MAX: fetch_max_q <= reg_wdata[5:0] == 6'd0 ? FETCH_DEFAULT : reg_wdata[5:0];
        `ROCE_REG_PAD_TX: pad_tx_q <= reg_wdata[7:0];
        `ROCE_REG_PAD_RX: pad_rx_q <= reg_wdata[7:0];
        `ROCE_REG_PAD_RSP_TX: pad_rsp_tx_q <= reg_wdata[7:0];
        `ROCE_REG_PAD_RSP_RX: pad_rsp_rx_q <= reg_wdata[7:0];
        `ROCE_REG_PCIE_MPS: pcie_mps_q <= reg_wdata[2:0];
        `ROCE_REG_PCIE_MRRS: pcie_mrrs_q <= reg_wdata[2:0];
        `ROCE_REG_PCIE_TAGS: pcie_tags_q <= reg_wdata[8:0] == 9'd0 || reg_wdata[8] ? 9'd256 : reg_wdata[8:0];
        `ROCE_REG_PCIE_TIMEOUT: pcie_timeout_q <= reg_wdata[31:0];
        default: ;
      endcase
    end
  end

  assign cfg_local_mac = local_mac_q;
  assign cfg_local_ip = local_ip_q;
  assign cfg_issue_interval_cyc = issue_interval_q;
  assign cfg_fetch_max = fetch_max_q;
  assign cfg_pad_tx_cyc = pad_tx_q;
  assign cfg_pad_rx_cyc = pad_rx_q;
  assign cfg_pad_rsp_tx_cyc = pad_rsp_tx_q;
  assign cfg_pad_rsp_rx_cyc = pad_rsp_rx_q;
  assign cfg_mps = pcie_mps_q;
  assign cfg_mrrs = pcie_mrrs_q;
  assign cfg_tags = pcie_tags_q;
  assign cfg_timeout_cyc = pcie_timeout_q;

  // ---- counters
  reg [63:0] drop_store_q;
  reg [63:0] drop_frame_q;
  reg [63:0] drop_icrc_q;
  reg [63:0] drop_qp_q;
  reg [63:0] drop_pkey_q;
  reg [63:0] drop_psn_q;
  reg [63:0] drop_rsp_q;
  reg [63:0] rx_frames_q;
  reg [63:0] tx_frames_q;
  reg [63:0] bus_errors_q;
  reg [63:0] naks_sent_q;
  reg [63:0] acks_merged_q;
  reg [63:0] qp_errors_q;

  always @(posedge clk) begin
    if (rst) begin
      drop_store_q <= 64'd0;
      drop_frame_q <= 64'd0;
      drop_icrc_q <= 64'd0;
      drop_qp_q <= 64'd0;
      drop_pkey_q <= 64'd0;
      drop_psn_q <= 64'd0;
      drop_rsp_q <= 64'd0;
      rx_frames_q <= 64'd0;
      tx_frames_q <= 64'd0;
      bus_errors_q <= 64'd0;
      naks_sent_q <= 64'd0;
      acks_merged_q <= 64'd0;
      qp_errors_q <= 64'd0;
    end else begin
      drop_store_q <= drop_store_q + {63'd0, stat_drop_store} + {63'd0, stat_drop_ctx} +
                      {63'd0, stat_drop_tlp} + {63'd0, stat_bad_db};
      drop_frame_q <= drop_frame_q + {63'd0, stat_drop_frame} + {63'd0, stat_cnp};
      drop_icrc_q <= drop_icrc_q + {63'd0, stat_drop_icrc};
      drop_qp_q <= drop_qp_q + {63'd0, stat_drop_qp} + {63'd0, stat_drop_qp_rsp};
      drop_pkey_q <= drop_pkey_q + {63'd0, stat_drop_pkey} + {63'd0, stat_drop_pkey_rsp};
      drop_psn_q <= drop_psn_q + {63'd0, stat_drop_psn};
      drop_rsp_q <= drop_rsp_q + {63'd0, stat_drop_rsp} + {63'd0, stat_implied_loss};
      rx_frames_q <= rx_frames_q + {63'd0, stat_rx_frame};
      tx_frames_q <= tx_frames_q + {63'd0, stat_tx_frame};
      bus_errors_q <= bus_errors_q + {63'd0, stat_rd_err} + {63'd0, stat_unexpected} +
                      {63'd0, stat_bad_cq};
      naks_sent_q <= naks_sent_q + {63'd0, stat_nak};
      acks_merged_q <= acks_merged_q + {63'd0, stat_merged};
      qp_errors_q <= qp_errors_q + {63'd0, stat_qp_err_tx} + {63'd0, stat_qp_err_rx} + {63'd0, stat_qp_err_rsp};
      `UBN_ASSERT(one_access_per_cycle, !(reg_wr_en && reg_rd_en))
    end
  end

  // ---- read
  reg [63:0] rdata_q;

  always @(posedge clk) begin
    if (reg_rd_en) begin
      case (reg_addr)
        `ROCE_REG_ID: rdata_q <= ID;
        `ROCE_REG_VERSION: rdata_q <= VERSION;
        `ROCE_REG_LOCAL_MAC: rdata_q <= {16'd0, local_mac_q};
        `ROCE_REG_LOCAL_IP: rdata_q <= {32'd0, local_ip_q};
        `ROCE_REG_ISSUE_INTERVAL: rdata_q <= {48'd0, issue_interval_q};
        `ROCE_REG_FETCH_MAX: rdata_q <= {58'd0, fetch_max_q};
        `ROCE_REG_PAD_TX: rdata_q <= {56'd0, pad_tx_q};
        `ROCE_REG_PAD_RX: rdata_q <= {56'd0, pad_rx_q};
        `ROCE_REG_PAD_RSP_TX: rdata_q <= {56'd0, pad_rsp_tx_q};
        `ROCE_REG_PAD_RSP_RX: rdata_q <= {56'd0, pad_rsp_rx_q};
        `ROCE_REG_PCIE_MPS: rdata_q <= {61'd0, pcie_mps_q};
        `ROCE_REG_PCIE_MRRS: rdata_q <= {61'd0, pcie_mrrs_q};
        `ROCE_REG_PCIE_TAGS: rdata_q <= {55'd0, pcie_tags_q};
        `ROCE_REG_PCIE_TIMEOUT: rdata_q <= {32'd0, pcie_timeout_q};
        `ROCE_REG_DROP_STORE: rdata_q <= drop_store_q;
        `ROCE_REG_DROP_FRAME: rdata_q <= drop_frame_q;
        `ROCE_REG_DROP_ICRC: rdata_q <= drop_icrc_q;
        `ROCE_REG_DROP_QP: rdata_q <= drop_qp_q;
        `ROCE_REG_DROP_PKEY: rdata_q <= drop_pkey_q;
        `ROCE_REG_DROP_PSN: rdata_q <= drop_psn_q;
        `ROCE_REG_DROP_RSP: rdata_q <= drop_rsp_q;
        `ROCE_REG_RX_FRAMES: rdata_q <= rx_frames_q;
        `ROCE_REG_TX_FRAMES: rdata_q <= tx_frames_q;
        `ROCE_REG_BUS_ERRORS: rdata_q <= bus_errors_q;
        `ROCE_REG_NAKS_SENT: rdata_q <= naks_sent_q;
        `ROCE_REG_ACKS_MERGED: rdata_q <= acks_merged_q;
        `ROCE_REG_QP_ERRORS: rdata_q <= qp_errors_q;
        `ROCE_REG_BUSY: rdata_q <= {63'd0, s_busy};
        default: rdata_q <= 64'd0;
      endcase
    end
  end

  wire unused = &{1'b0, reg_wdata[63:48]};

  assign reg_rdata = rdata_q;
  assign stat_idle = !reg_wr_en && !reg_rd_en && !stat_drop_store && !stat_drop_ctx &&
                     !stat_drop_tlp && !stat_bad_db && !stat_drop_frame && !stat_cnp && !stat_drop_icrc &&
                     !stat_drop_qp && !stat_drop_psn && !stat_drop_rsp && !stat_rx_frame && !stat_tx_frame &&
                     !stat_rd_err && !stat_bad_cq && !stat_nak && !stat_merged && !stat_qp_err_tx &&
                     !stat_qp_err_rx && !stat_qp_err_rsp && !stat_drop_qp_rsp && !stat_implied_loss &&
                     !stat_unexpected && !stat_drop_pkey && !stat_drop_pkey_rsp;

endmodule

`resetall
