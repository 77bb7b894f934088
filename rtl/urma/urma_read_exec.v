// SPDX-License-Identifier: Apache-2.0
// urma_read_exec: target side of a read. Asks memory for the data when the segment allows it (urma_seg_check);
//   what the response needs goes to m_rsp in the same order.
//   Latency    : 2 cycles from s_req to m_rd on a context hit.      Throughput: 1 request per cycle.
//   Back-press : s_req_ready falls while m_rd or m_rsp waits.
//   Order      : as received.
//   Error      : m_rsp_info is that of urma_seg_check. No memory command then.
//   Reset      : drops requests under way.
//   Source     : UB base specification, read request. Stage nic_rx.

`resetall
`default_nettype none
`include "ubn_wire.vh"
`include "ubn_records.vh"

module urma_read_exec #(
  parameter SEGS = 1024
) (
  input  wire                       clk,
  input  wire                       rst,
  input  wire [15:0]                cfg_mtu_bytes,
  input  wire                       s_req_valid,
  output wire                       s_req_ready,
  input  wire [15:0]                s_req_frame,
  input  wire [15:0]                s_req_chan,
  input  wire [`UB_BTAH_BITS-1:0]   s_req_btah,
  input  wire [`UB_MAETAH_BITS-1:0] s_req_maetah,
  input  wire [`UB_TVETAH_BITS-1:0] s_req_tvetah,
  // memory read command
  output wire                       m_rd_valid,
  input  wire                       m_rd_ready,
  output wire [63:0]                m_rd_addr,
  output wire [13:0]                m_rd_len,
  // response to come
  output wire                       m_rsp_valid,
  input  wire                       m_rsp_ready,
  output wire [15:0]                m_rsp_frame,
  output wire [15:0]                m_rsp_chan,
  output wire [35:0]                m_rsp_key,       // {tassn, jetty}
  output wire [4:0]                 m_rsp_info,      // 0 data follow, else RSPINFO of the error
  output wire [63:0]                m_rsp_addr,
  output wire [13:0]                m_rsp_len,
  // segment records
  output wire                       seg_rd_valid,
  input  wire                       seg_rd_ready,
  output wire [15:0]                seg_rd_id,
  input  wire                       seg_rsp_valid,
  output wire                       seg_rsp_ready,
  input  wire [`URMA_SEG_CTX_BITS-1:0] seg_rsp_data,
  // observation
  output reg                        probe_rd_valid,
  output reg  [63:0]                probe_rd_id,
  output wire                       stat_idle
);

  // ---- segment, rights, bounds
  wire [4:0] info;
  wire [1:0] lines;
  wire       chk_valid;
  wire       fine = info == 5'd0;

  urma_seg_check #(.WRITE(0), .SEGS(SEGS), .USER_W(32)) u_check (
    .clk(clk), .rst(rst), .cfg_mtu_bytes(cfg_mtu_bytes), .s_valid(s_req_valid), .s_ready(s_req_ready),
    .s_user({s_req_frame, s_req_chan}), .s_btah(s_req_btah), .s_maetah(s_req_maetah), .s_tvetah(s_req_tvetah),
    .m_valid(chk_valid), .m_ready(m_rsp_ready && (!fine || m_rd_ready)), .m_user({m_rsp_frame, m_rsp_chan}),
    .m_key(m_rsp_key), .m_info(info), .m_addr(m_rd_addr), .m_len(m_rd_len), .m_lines(lines),
    .seg_rd_valid(seg_rd_valid), .seg_rd_ready(seg_rd_ready), .seg_rd_id(seg_rd_id),
    .seg_rsp_valid(seg_rsp_valid), .seg_rsp_ready(seg_rsp_ready), .seg_rsp_data(seg_rsp_data),
    .stat_idle(stat_idle));

  assign m_rd_valid  = chk_valid && fine && m_rsp_ready;
  assign m_rsp_valid = chk_valid && (!fine || m_rd_ready);
  assign m_rsp_info  = info;
  assign m_rsp_addr  = m_rd_addr;
  assign m_rsp_len   = m_rd_len;

  // ---- observation
  always @(posedge clk) begin
    if (rst) probe_rd_valid <= 1'b0;
    else     probe_rd_valid <= m_rd_valid && m_rd_ready;
  end

  always @(posedge clk)
    if (m_rd_valid && m_rd_ready) probe_rd_id <= {46'd0, lines, m_rsp_frame};

endmodule

`resetall
