// SPDX-License-Identifier: Apache-2.0
// urma_ldst_cmpl: answers loads (R) and stores (B) of the host, in the order of the requests: those refused here at
//   once, the others when their response is in.
//   Latency    : 1 cycle from s_rsp to the first R beat or B.      Throughput: 1 beat per cycle.
//   Back-press : s_owed_ready falls while OUTSTANDING requests are unanswered; s_rsp waits for R, B and for refusals
//                in front of it.
//   Order      : that of s_owed, over loads and stores.
//   Error      : a refusal or poisoned data -> SLVERR. A response that is not that of the oldest request (sequence
//                number, kind, length) -> stat_drop, its payload is thrown away; so is that of a frame with
//                s_rsp_ok = 0. R beats without payload are zero.
//   Reset      : nothing outstanding.
//   Source     : AMBA AXI4; UB base specification, compact ATAH. Stage nic_rsp_rx.

`resetall
`default_nettype none

module urma_ldst_cmpl #(
  parameter OUTSTANDING = 64
) (
  input  wire         clk,
  input  wire         rst,
  // requests
  input  wire         s_owed_valid,
  output wire         s_owed_ready,
  input  wire         s_owed_store,
  input  wire [3:0]   s_owed_id,
  input  wire [7:0]   s_owed_len,      // beats less one
  input  wire [1:0]   s_owed_resp,     // not 0: refused here
  input  wire [15:0]  s_owed_tassn,
  // responses
  input  wire         s_rsp_valid,
  output wire         s_rsp_ready,
  input  wire         s_rsp_ok,
  input  wire         s_rsp_data,
  input  wire         s_rsp_bad,
  input  wire [6:0]   s_rsp_beats,
  input  wire [15:0]  s_rsp_tassn,
  input  wire         s_r_valid,
  output wire         s_r_ready,
  input  wire [511:0] s_r_data,
  // host
  output wire         m_bvalid,
  input  wire         m_bready,
  output wire [3:0]   m_bid,
  output wire [1:0]   m_bresp,
  output wire         m_rvalid,
  input  wire         m_rready,
  output wire [3:0]   m_rid,
  output wire [511:0] m_rdata,
  output wire [1:0]   m_rresp,
  output wire         m_rlast,
  output wire         stat_drop,
  output wire         stat_idle
);

  localparam [1:0] OKAY   = 2'b00;
  localparam [1:0] SLVERR = 2'b10;

  // ---- the oldest request
  wire        valid, store;
  wire [3:0]  id;
  wire [7:0]  len;
  wire [1:0]  refused;
  wire [15:0] tassn;
  wire        pop;

  cm_fifo #(.W(31), .DEPTH(OUTSTANDING)) u_owed (
    .clk(clk), .rst(rst), .s_valid(s_owed_valid), .s_ready(s_owed_ready),
    .s_data({s_owed_store, s_owed_id, s_owed_len, s_owed_resp, s_owed_tassn}), .m_valid(valid), .m_ready(pop),
    .m_data({store, id, len, refused, tassn}), .stat_count(), .stat_idle());

  // ---- what to do: answer the request, with the response or without, or drop the response
  reg         run_q;           // beats are left
  wire        local  = valid && refused != OKAY;
  wire        size   = store ? !s_rsp_data : s_rsp_data ? {1'b0, s_rsp_beats} == len + 8'd1 : s_rsp_bad;
  wire        match  = s_rsp_ok && valid && s_rsp_tassn == tassn && size;
  wire        drop   = !local && s_rsp_valid && !match;
  wire        answer = local || (s_rsp_valid && match);
  wire        to_b   = !run_q && answer && store;
  wire        to_r   = !run_q && answer && !store;
  wire        skip   = !run_q && drop && s_rsp_beats == 7'd0;
  wire [1:0]  resp   = local ? refused : s_rsp_bad ? SLVERR : OKAY;
  wire        b_ready, r_ready;

  // ---- beats: to the host, or to nowhere
  reg         drop_q, pay_q;
  reg  [7:0]  left_q;          // behind the one at hand
  reg  [3:0]  id_q;
  reg  [1:0]  resp_q;
  wire        begins  = to_r || (!run_q && drop && !skip);
  wire        now_out = run_q ? !drop_q : to_r;
  wire        now_pay = run_q ? pay_q : drop || (!local && s_rsp_data);
  wire [7:0]  left    = run_q ? left_q : drop ? {1'b0, s_rsp_beats} - 8'd1 : len;
  wire        beat    = (run_q || begins) && (!now_pay || s_r_valid) && (!now_out || r_ready);
  wire        first   = beat && !run_q;

  assign s_r_ready   = (run_q || begins) && now_pay && (!now_out || r_ready);
  assign pop         = (to_b && b_ready) || (to_r && first);
  assign s_rsp_ready = !run_q && !local && ((to_b && b_ready) || skip || (begins && first));

  always @(posedge clk) begin
    if (rst)       run_q <= 1'b0;
    else if (beat) run_q <= left != 8'd0;
  end

  always @(posedge clk) begin
    if (beat) left_q <= left - 8'd1;
    if (first) begin
      drop_q <= drop;
      pay_q  <= now_pay;
      id_q   <= id;
      resp_q <= resp;
    end
  end

  cm_skid #(.W(6)) u_b (
    .clk(clk), .rst(rst), .s_valid(to_b), .s_ready(b_ready), .s_data({id, resp}), .m_valid(m_bvalid),
    .m_ready(m_bready), .m_data({m_bid, m_bresp}));

  cm_skid #(.W(519)) u_r (
    .clk(clk), .rst(rst), .s_valid((run_q || begins) && now_out && (!now_pay || s_r_valid)), .s_ready(r_ready),
    .s_data({run_q ? id_q : id, run_q ? resp_q : resp, left == 8'd0, now_pay ? s_r_data : 512'd0}),
    .m_valid(m_rvalid), .m_ready(m_rready), .m_data({m_rid, m_rresp, m_rlast, m_rdata}));

  reg stat_drop_q;

  always @(posedge clk) begin
    if (rst) stat_drop_q <= 1'b0;
    else     stat_drop_q <= s_rsp_valid && s_rsp_ready && drop && s_rsp_ok;
  end

  assign stat_drop = stat_drop_q;
  assign stat_idle = !run_q && !answer && !drop && !m_bvalid && !m_rvalid && !stat_drop_q;

endmodule

`resetall
