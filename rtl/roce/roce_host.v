// SPDX-License-Identifier: Apache-2.0
// roce_host: the PCIe window of the controller: sorts the writes of the host into doorbells, BlueFlame work
//   requests, context records and registers, and reads registers.
//   Latency    : 0 cycles from s_mw to m_db, m_err, m_ctx and reg_wr_en; 1 from s_mr to m_mr.
//   Throughput : 1 write per cycle, 1 read per cycle without a register write.
//   Back-press : s_mw_ready is that of the stream the write goes to; s_mr waits for register writes.
//   Order      : writes take place in their order; a read comes after the writes before it.
//   Error      : a write to no region, of the wrong length, partial, or to the page of no queue pair is
//                dropped, stat_drop_store; a read of no register is answered with m_mr_err.
//   Reset      : no read in work.
//   Source     : configs/spec/registers.yaml (roce_map), records.yaml (roce_doorbell); stage nic_tx.

`resetall
`default_nettype none
`include "ubn_registers.vh"
`include "ubn_records.vh"

module roce_host #(
  parameter QPS = 64    // queue pairs, 2..4096
) (
  input  wire         clk,
  input  wire         rst,
  // writes
  input  wire         s_mw_valid,
  output reg          s_mw_ready,
  input  wire [63:0]  s_mw_addr,
  input  wire [10:0]  s_mw_len_dw,
  input  wire [3:0]   s_mw_first_be,
  input  wire [3:0]   s_mw_last_be,
  input  wire [511:0] s_mw_data,
  // reads
  input  wire         s_mr_valid,
  output wire         s_mr_ready,
  input  wire [63:0]  s_mr_addr,
  output wire         m_mr_valid,
  output wire [63:0]  m_mr_data,
  output wire         m_mr_err,
  // doorbells
  output wire         m_db_valid,
  input  wire         m_db_ready,
  output wire [15:0]  m_db_qp,
  output wire         m_db_rq,
  output wire [15:0]  m_db_pi,
  output wire         m_db_bf,
  output wire [511:0] m_db_wqe,
  // queue pairs put into error
  output wire         m_err_valid,
  input  wire         m_err_ready,
  output wire [15:0]  m_err_qp,
  // context records
  output wire         m_ctx_valid,
  input  wire         m_ctx_ready,
  output wire [2:0]   m_ctx_kind,
  output wire [15:0]  m_ctx_id,
  output wire [511:0] m_ctx_data,
  // register file
  output wire         reg_wr_en,
  output wire         reg_rd_en,
  output wire [15:0]  reg_addr,
  output wire [63:0]  reg_wdata,
  input  wire [63:0]  reg_rdata,
  output wire         stat_drop_store,
  output wire         stat_idle
);

  localparam [31:0] REGS_OFF = `ROCE_MAP_REGS_BYTES - 32'd1;
  localparam [31:0] QP_OFF   = `ROCE_MAP_QP_BYTES - 32'd1;
  localparam [31:0] CTX_OFF  = `ROCE_MAP_CTX_BYTES - 32'd1;
  localparam [31:0] WINDOW   = 32'h03ff_ffff;        // 64 MiB
  localparam [12:0] QPS_N    = QPS[12:0];
  localparam [10:0] BLOCK_DW = 11'd16;
  localparam [10:0] REG_DW   = 11'd2;

  // ---- what a write is
  wire [31:0] addr    = s_mw_addr[31:0] & WINDOW;
  wire        whole   = s_mw_first_be == 4'hf && s_mw_last_be == 4'hf;
  wire        is_blk  = whole && s_mw_len_dw == BLOCK_DW && addr[5:0] == 6'd0;
  wire        is_8    = whole && s_mw_len_dw == REG_DW && addr[2:0] == 3'd0;
  wire        in_regs = (addr & ~REGS_OFF) == `ROCE_MAP_REGS_BASE;
  wire        in_ctx  = (addr & ~CTX_OFF) == `ROCE_MAP_CTX_BASE;
  wire        in_qp   = (addr & ~QP_OFF) == `ROCE_MAP_QP_BASE && {1'b0, addr[23:12]} < QPS_N;
  wire        is_bf   = in_qp && is_blk && addr[11:7] == 5'd0;
  wire        is_db   = in_qp && is_8 && addr[11:0] == 12'h080;
  wire        is_err  = in_qp && is_8 && addr[11:0] == 12'h088;
  wire        is_ctx  = in_ctx && is_blk;
  wire        is_reg  = in_regs && is_8;
  wire        known   = is_bf || is_db || is_err || is_ctx || is_reg;

  always @* begin
    if (is_bf || is_db) s_mw_ready = m_db_ready;
    else if (is_err)    s_mw_ready = m_err_ready;
    else if (is_ctx)    s_mw_ready = m_ctx_ready;
    else                s_mw_ready = 1'b1;
  end

  assign m_db_valid  = s_mw_valid && (is_bf || is_db);
  assign m_db_qp     = {4'd0, addr[23:12]};
  assign m_db_bf     = is_bf;
  assign m_db_rq     = !is_bf && s_mw_data[`ROCE_DOORBELL_RQ];
  assign m_db_pi     = is_bf ? s_mw_data[`ROCE_WQE_WQE_IDX] + 16'd1 : s_mw_data[`ROCE_DOORBELL_PI];
  assign m_db_wqe    = s_mw_data;
  assign m_err_valid = s_mw_valid && is_err;
  assign m_err_qp    = {4'd0, addr[23:12]};
  assign m_ctx_valid = s_mw_valid && is_ctx;
  assign m_ctx_kind  = addr[24:22];
  assign m_ctx_id    = addr[21:6];
  assign m_ctx_data  = s_mw_data;

  assign stat_drop_store = s_mw_valid && !known;

  // ---- registers; writes cannot wait
  wire mr_in_regs = (s_mr_addr[31:0] & WINDOW & ~REGS_OFF) == `ROCE_MAP_REGS_BASE && s_mr_addr[2:0] == 3'd0;
  reg  mr_valid_q, mr_err_q;

  assign reg_wr_en  = s_mw_valid && is_reg;
  assign reg_rd_en  = s_mr_valid && s_mr_ready;
  assign reg_addr   = reg_wr_en ? addr[15:0] : s_mr_addr[15:0];
  assign reg_wdata  = s_mw_data[63:0];
  assign s_mr_ready = !reg_wr_en;
  assign m_mr_valid = mr_valid_q;
  assign m_mr_err   = mr_err_q;
  assign m_mr_data  = reg_rdata;

  always @(posedge clk) begin
    if (rst) mr_valid_q <= 1'b0;
    else     mr_valid_q <= reg_rd_en;
    mr_err_q <= !mr_in_regs;
  end

  wire unused = &{1'b0, s_mw_addr[63:26], s_mr_addr[63:26]};

  assign stat_idle = !s_mw_valid && !s_mr_valid && !mr_valid_q;

  generate
    if (QPS < 2 || QPS > 4096) begin : g_error
      error_qps_must_be_2_to_4096 u_error ();
    end
  endgenerate

endmodule

`resetall
