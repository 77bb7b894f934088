// SPDX-License-Identifier: Apache-2.0
// urma_regs: the register file of the controller: identity, configuration, counters.
//   Latency    : reg_rdata is there in the cycle after reg_rd_en and holds; a write at edge k shows
//                after edge k.
//   Throughput : one access per cycle; every counter counts in every cycle.
//   Back-press : none.
//   Order      : as asked.
//   Error      : unknown offsets read 0; writes to them and to read-only registers do nothing.
//   Reset      : counters 0, no delays, one request per cycle, OST_TOTAL requests in flight, MTU of
//                4 KiB.
//   Source     : configs/spec/registers.yaml

`resetall
`default_nettype none

`include "cm_assert.vh"
`include "ubn_registers.vh"
`include "ubn_enums.vh"

module urma_regs #(
  parameter OST_TOTAL = 1024  // reset value of max_outstanding
) (
  input  wire        clk,
  input  wire        rst,

  input  wire        reg_wr_en,
  input  wire        reg_rd_en,
  input  wire [15:0] reg_addr,
  input  wire [63:0] reg_wdata,
  output wire [63:0] reg_rdata,

  output wire [47:0] cfg_local_mac,
  output wire [31:0] cfg_local_ip,
  output wire [15:0] cfg_issue_interval_cyc,  // never 0
  output wire [15:0] cfg_max_outstanding,
  output wire [7:0]  cfg_pad_tx_cyc,
  output wire [7:0]  cfg_pad_rx_cyc,
  output wire [7:0]  cfg_pad_rsp_tx_cyc,
  output wire [7:0]  cfg_pad_rsp_rx_cyc,
  output wire [15:0] cfg_mtu_bytes,
  output wire [15:0] cfg_local_cna,
  output wire [7:0]  cfg_ld_pad_tx_cyc,
  output wire [7:0]  cfg_ld_pad_rx_cyc,
  output wire [7:0]  cfg_ld_pad_rsp_tx_cyc,
  output wire [7:0]  cfg_ld_pad_rsp_rx_cyc,

  // Strobes, one event each
  input  wire        stat_drop_store,
  input  wire        stat_drop_ctx,
  input  wire        stat_drop_wqe,
  input  wire        stat_drop_pkt,
  input  wire        stat_drop_frame,
  input  wire        stat_drop_icrc,
  input  wire        stat_drop_chan,
  input  wire        stat_drop_psn,
  input  wire        stat_drop_ack,
  input  wire        stat_drop_rsp,
  input  wire        stat_rx_frame,
  input  wire        stat_tx_frame,
  input  wire        stat_bus_rd_err,
  input  wire        stat_bus_wr_err,
  input  wire        stat_ld_rx_frame,
  input  wire        stat_ld_tx_frame,
  input  wire        stat_ld_refused,
  input  wire        stat_ld_denied,
  input  wire        stat_ld_drop_frame,
  input  wire        stat_ld_drop_rsp,

  output wire        stat_idle
);

  localparam [63:0] ID      = "AMRU-NBU";  // read from bit 7:0 upwards: UBN-URMA
  localparam [63:0] VERSION = 64'd1;

  // ---- Configuration

  reg [47:0] local_mac_q;
  reg [31:0] local_ip_q;
  reg [15:0] issue_interval_q;
  reg [15:0] max_outstanding_q;
  reg [7:0]  pad_tx_q;
  reg [7:0]  pad_rx_q;
  reg [7:0]  pad_rsp_tx_q;
  reg [7:0]  pad_rsp_rx_q;
  reg [15:0] mtu_q;
  reg [15:0] local_cna_q;
  reg [7:0]  ld_pad_tx_q;
  reg [7:0]  ld_pad_rx_q;
  reg [7:0]  ld_pad_rsp_tx_q;
  reg [7:0]  ld_pad_rsp_rx_q;

  always @(posedge clk) begin
    if (rst) begin
      local_mac_q       <= 48'd0;
      local_ip_q        <= 32'd0;
      issue_interval_q  <= 16'd1;
      max_outstanding_q <= OST_TOTAL[15:0];
      pad_tx_q          <= 8'd0;
      pad_rx_q          <= 8'd0;
      pad_rsp_tx_q      <= 8'd0;
      pad_rsp_rx_q      <= 8'd0;
      mtu_q             <= {2'b00, `UB_MTU_DEFAULT};
      local_cna_q       <= 16'd0;
      ld_pad_tx_q       <= 8'd0;
      ld_pad_rx_q       <= 8'd0;
      ld_pad_rsp_tx_q   <= 8'd0;
      ld_pad_rsp_rx_q   <= 8'd0;
    end else if (reg_wr_en) begin
      case (reg_addr)
        `URMA_REG_LOCAL_MAC:       local_mac_q       <= reg_wdata[47:0];
        `URMA_REG_LOCAL_IP:        local_ip_q        <= reg_wdata[31:0];
        `URMA_REG_ISSUE_INTERVAL:  issue_interval_q  <= (reg_wdata[15:0] == 16'd0)
                                                            ? 16'd1 : reg_wdata[15:0];
        `URMA_REG_MAX_OUTSTANDING: max_outstanding_q <= reg_wdata[15:0];
        `URMA_REG_PAD_TX:          pad_tx_q          <= reg_wdata[7:0];
        `URMA_REG_PAD_RX:          pad_rx_q          <= reg_wdata[7:0];
        `URMA_REG_PAD_RSP_TX:      pad_rsp_tx_q      <= reg_wdata[7:0];
        `URMA_REG_PAD_RSP_RX:      pad_rsp_rx_q      <= reg_wdata[7:0];
        `URMA_REG_MTU:             mtu_q             <= reg_wdata[15:0];
        `URMA_REG_LOCAL_CNA:       local_cna_q       <= reg_wdata[15:0];
        `URMA_REG_LD_PAD_TX:       ld_pad_tx_q       <= reg_wdata[7:0];
        `URMA_REG_LD_PAD_RX:       ld_pad_rx_q       <= reg_wdata[7:0];
        `URMA_REG_LD_PAD_RSP_TX:   ld_pad_rsp_tx_q   <= reg_wdata[7:0];
        `URMA_REG_LD_PAD_RSP_RX:   ld_pad_rsp_rx_q   <= reg_wdata[7:0];
        default: ;
      endcase
    end
  end

  assign cfg_local_mac          = local_mac_q;
  assign cfg_local_ip           = local_ip_q;
  assign cfg_issue_interval_cyc = issue_interval_q;
  assign cfg_max_outstanding    = max_outstanding_q;
  assign cfg_pad_tx_cyc         = pad_tx_q;
  assign cfg_pad_rx_cyc         = pad_rx_q;
  assign cfg_pad_rsp_tx_cyc     = pad_rsp_tx_q;
  assign cfg_pad_rsp_rx_cyc     = pad_rsp_rx_q;
  assign cfg_mtu_bytes          = mtu_q;
  assign cfg_local_cna          = local_cna_q;
  assign cfg_ld_pad_tx_cyc      = ld_pad_tx_q;
  assign cfg_ld_pad_rx_cyc      = ld_pad_rx_q;
  assign cfg_ld_pad_rsp_tx_cyc  = ld_pad_rsp_tx_q;
  assign cfg_ld_pad_rsp_rx_cyc  = ld_pad_rsp_rx_q;

  // ---- Counters

  reg [63:0] drop_store_q;
  reg [63:0] drop_wqe_q;
  reg [63:0] drop_frame_q;
  reg [63:0] drop_icrc_q;
  reg [63:0] drop_chan_q;
  reg [63:0] drop_psn_q;
  reg [63:0] drop_rsp_q;
  reg [63:0] rx_frames_q;
  reg [63:0] tx_frames_q;
  reg [63:0] bus_errors_q;
  reg [63:0] drop_ldst_q;
  reg [63:0] ld_denied_q;
  reg [63:0] drop_ld_frame_q;
  reg [63:0] drop_ld_rsp_q;

  always @(posedge clk) begin
    if (rst) begin
      drop_store_q <= 64'd0;
      drop_wqe_q   <= 64'd0;
      drop_frame_q <= 64'd0;
      drop_icrc_q  <= 64'd0;
      drop_chan_q  <= 64'd0;
      drop_psn_q   <= 64'd0;
      drop_rsp_q   <= 64'd0;
      rx_frames_q  <= 64'd0;
      tx_frames_q  <= 64'd0;
      bus_errors_q <= 64'd0;
      drop_ldst_q     <= 64'd0;
      ld_denied_q     <= 64'd0;
      drop_ld_frame_q <= 64'd0;
      drop_ld_rsp_q   <= 64'd0;
    end else begin
      drop_store_q <= drop_store_q + {63'd0, stat_drop_store} + {63'd0, stat_drop_ctx};
      drop_wqe_q   <= drop_wqe_q + {63'd0, stat_drop_wqe} + {63'd0, stat_drop_pkt};
      if (stat_drop_frame) drop_frame_q <= drop_frame_q + 64'd1;
      if (stat_drop_icrc)  drop_icrc_q  <= drop_icrc_q + 64'd1;
      if (stat_drop_chan)  drop_chan_q  <= drop_chan_q + 64'd1;
      drop_psn_q   <= drop_psn_q + {63'd0, stat_drop_psn} + {63'd0, stat_drop_ack};
      if (stat_drop_rsp)   drop_rsp_q   <= drop_rsp_q + 64'd1;
      rx_frames_q  <= rx_frames_q + {63'd0, stat_rx_frame} + {63'd0, stat_ld_rx_frame};
      tx_frames_q  <= tx_frames_q + {63'd0, stat_tx_frame} + {63'd0, stat_ld_tx_frame};
      if (stat_ld_refused)    drop_ldst_q     <= drop_ldst_q + 64'd1;
      if (stat_ld_denied)     ld_denied_q     <= ld_denied_q + 64'd1;
      if (stat_ld_drop_frame) drop_ld_frame_q <= drop_ld_frame_q + 64'd1;
      if (stat_ld_drop_rsp)   drop_ld_rsp_q   <= drop_ld_rsp_q + 64'd1;
      if (stat_bus_rd_err || stat_bus_wr_err) begin
        bus_errors_q <= bus_errors_q + {63'd0, stat_bus_rd_err} + {63'd0, stat_bus_wr_err};
      end
      `UBN_ASSERT(one_access_per_cycle, !(reg_wr_en && reg_rd_en))
    end
  end

  // ---- Read

  reg [63:0] rdata_q;

  always @(posedge clk) begin
    if (reg_rd_en) begin
      case (reg_addr)
        `URMA_REG_ID:              rdata_q <= ID;
        `URMA_REG_VERSION:         rdata_q <= VERSION;
        `URMA_REG_LOCAL_MAC:       rdata_q <= {16'd0, local_mac_q};
        `URMA_REG_LOCAL_IP:        rdata_q <= {32'd0, local_ip_q};
        `URMA_REG_ISSUE_INTERVAL:  rdata_q <= {48'd0, issue_interval_q};
        `URMA_REG_MAX_OUTSTANDING: rdata_q <= {48'd0, max_outstanding_q};
        `URMA_REG_PAD_TX:          rdata_q <= {56'd0, pad_tx_q};
        `URMA_REG_PAD_RX:          rdata_q <= {56'd0, pad_rx_q};
        `URMA_REG_PAD_RSP_TX:      rdata_q <= {56'd0, pad_rsp_tx_q};
        `URMA_REG_PAD_RSP_RX:      rdata_q <= {56'd0, pad_rsp_rx_q};
        `URMA_REG_MTU:             rdata_q <= {48'd0, mtu_q};
        `URMA_REG_LOCAL_CNA:       rdata_q <= {48'd0, local_cna_q};
        `URMA_REG_LD_PAD_TX:       rdata_q <= {56'd0, ld_pad_tx_q};
        `URMA_REG_LD_PAD_RX:       rdata_q <= {56'd0, ld_pad_rx_q};
        `URMA_REG_LD_PAD_RSP_TX:   rdata_q <= {56'd0, ld_pad_rsp_tx_q};
        `URMA_REG_LD_PAD_RSP_RX:   rdata_q <= {56'd0, ld_pad_rsp_rx_q};
        `URMA_REG_DROP_STORE:      rdata_q <= drop_store_q;
        `URMA_REG_DROP_WQE:        rdata_q <= drop_wqe_q;
        `URMA_REG_DROP_FRAME:      rdata_q <= drop_frame_q;
        `URMA_REG_DROP_ICRC:       rdata_q <= drop_icrc_q;
        `URMA_REG_DROP_CHAN:       rdata_q <= drop_chan_q;
        `URMA_REG_DROP_PSN:        rdata_q <= drop_psn_q;
        `URMA_REG_DROP_RSP:        rdata_q <= drop_rsp_q;
        `URMA_REG_RX_FRAMES:       rdata_q <= rx_frames_q;
        `URMA_REG_TX_FRAMES:       rdata_q <= tx_frames_q;
        `URMA_REG_BUS_ERRORS:      rdata_q <= bus_errors_q;
        `URMA_REG_DROP_LDST:       rdata_q <= drop_ldst_q;
        `URMA_REG_LD_DENIED:       rdata_q <= ld_denied_q;
        `URMA_REG_DROP_LD_FRAME:   rdata_q <= drop_ld_frame_q;
        `URMA_REG_DROP_LD_RSP:     rdata_q <= drop_ld_rsp_q;
        default:                   rdata_q <= 64'd0;
      endcase
    end
  end

  wire unused = &{1'b0, reg_wdata[63:48]};

  assign reg_rdata = rdata_q;
  assign stat_idle = !reg_wr_en && !reg_rd_en && !stat_drop_store && !stat_drop_ctx && !stat_drop_wqe &&
                     !stat_drop_pkt &&
                     !stat_drop_frame && !stat_drop_icrc && !stat_drop_chan && !stat_drop_psn && !stat_drop_ack &&
                     !stat_drop_rsp && !stat_rx_frame && !stat_tx_frame && !stat_bus_rd_err &&
                     !stat_bus_wr_err && !stat_ld_rx_frame && !stat_ld_tx_frame && !stat_ld_refused &&
                     !stat_ld_denied && !stat_ld_drop_frame && !stat_ld_drop_rsp;

  generate
    if (OST_TOTAL < 1 || OST_TOTAL > 65535) begin : g_error
      error_ost_total_must_fit_16_bits u_error ();
    end
  endgenerate

endmodule

`resetall
