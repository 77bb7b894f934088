// SPDX-License-Identifier: Apache-2.0
// pcie_dma_rd: reads host memory: splits a command into memory read requests, puts the completions of all tags
//   back into order, delivers 64 B lines.
//   Requests end at multiples of the read request size, so none crosses 4 KiB and no two share a line. Tags are
//   taken and given back in order (tag = slot of a ring), and every request has its lines in the buffer before it
//   leaves; so completions never wait for room and completion credits may be infinite.
//   Latency    : 1 cycle from s_rd to m_rq; 1 cycle from s_rc to m_r when the oldest request is one line and one
//                completion of one beat answers it, else 3 cycles after its last beat, 4 when that beat fills two
//                lines.
//   Throughput : 1 request, 1 completion beat and 1 line per cycle; a completion whose last beat fills two lines
//                takes one cycle more.
//   Back-press : s_rd waits for a tag, for lines, for m_rq. s_rc waits only for that one cycle.
//   Order      : data in command order. Completions of one tag come in address order and end at multiples of 64 B
//                but for the last (PCIe: read completion boundary).
//   Error      : error status, poisoned or malformed completion, timeout: the lines come with m_r_err, stat_err
//                strobes once a request; m_r_err of the last beat speaks for the whole command. A status other than
//                success ends its request, as no other completion follows; a poisoned one does not, the tag is free
//                after the last one. The timeout counts from when the request leaves, for the oldest request, and
//                does not strike while its data move. A completion of no request, or of one that has not left or was
//                given up, is dropped, stat_unexpected; one that comes so late that its tag is in use again cannot be
//                told from that of the new request, so cfg_timeout_cyc has to be longer than any answer takes.
//   Config     : cfg_tags changes only while nothing is outstanding.
//   Reset      : nothing outstanding.
//   Source     : PCI Express base specification 4.0, 2.2.7, 2.2.9, 2.3.1.1, 2.8; stages wqe_fetch, tgt_dma.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_wire.vh"
`include "ubn_enums.vh"

module pcie_dma_rd #(
  parameter LINES = 512     // lines of the reorder buffer, a power of two, 128..4096
) (
  input  wire         clk,
  input  wire         rst,
  input  wire [47:0]  cfg_now_cyc,
  input  wire [2:0]   cfg_mrrs,        // largest request: 128 B << code, 0..5; the rest as 5
  input  wire [8:0]   cfg_tags,        // 1..256
  input  wire [15:0]  cfg_req_id,
  input  wire [31:0]  cfg_timeout_cyc, // 0: never
  // commands: 0..8192 bytes; 0 is a flush, one line of no meaning comes back
  input  wire         s_rd_valid,
  output wire         s_rd_ready,
  input  wire [63:0]  s_rd_addr,
  input  wire [13:0]  s_rd_len,
  // data
  output wire         m_r_valid,
  input  wire         m_r_ready,
  output wire [511:0] m_r_data,
  output wire         m_r_last,
  output wire         m_r_err,
  // requests out
  output wire         m_rq_valid,
  input  wire         m_rq_ready,
  output wire [127:0] m_rq_hdr,
  // completions in
  input  wire         s_rc_valid,
  output wire         s_rc_ready,
  input  wire [127:0] s_rc_hdr,
  input  wire [511:0] s_rc_data,
  input  wire         s_rc_last,
  // observation
  output wire [15:0]  stat_outstanding,  // requests not delivered
  output wire         stat_err,
  output wire         stat_unexpected,
  output wire [47:0]  stat_wake_cyc,     // completion timeout of the oldest request; all ones: none
  output wire         stat_idle
);

  localparam LINE_W = $clog2(LINES);
  localparam SLOT_W = LINE_W + 7 + 13 + 6 + 1;

  // ---- requests
  reg         more_q;                  // the rest of a command waits
  reg  [63:0] more_addr_q;
  reg  [13:0] more_left_q;
  wire [63:0] addr  = more_q ? more_addr_q : s_rd_addr;
  wire [13:0] left  = more_q ? more_left_q : s_rd_len;
  wire [12:0] bytes, dws;
  wire        whole;
  wire [127:0] hdr;
  wire [12:0] span  = {7'd0, addr[5:0]} + bytes;
  wire [6:0]  lines = bytes == 13'd0 ? 7'd1 : span[12:6] + {6'd0, span[5:0] != 6'd0};

  reg  [8:0]      count_q;             // requests in the ring
  reg  [7:0]      take_q, head_q;      // next slot to take, oldest slot
  reg  [LINE_W:0] used_q;              // lines reserved
  reg  [LINE_W-1:0] line_q;            // next line to reserve
  reg             rq_valid_q;
  reg  [127:0]    rq_hdr_q;
  wire [LINE_W:0] free_lines = LINES[LINE_W:0] - used_q;
  wire            may   = count_q < cfg_tags && free_lines >= {{(LINE_W - 6) {1'b0}}, lines} &&
                          (!rq_valid_q || m_rq_ready);
  wire            issue = (more_q || s_rd_valid) && may;
  wire [7:0]      take_next = {1'b0, take_q} + 9'd1 >= cfg_tags ? 8'd0 : take_q + 8'd1;
  wire [7:0]      head_next = {1'b0, head_q} + 9'd1 >= cfg_tags ? 8'd0 : head_q + 8'd1;

  assign s_rd_ready = !more_q && may;
  assign m_rq_valid = rq_valid_q;
  assign m_rq_hdr   = rq_hdr_q;

  pcie_request #(.FMT(`PCIE_FMT_DW4)) u_request (
    .cfg_size(cfg_mrrs), .cfg_req_id(cfg_req_id), .s_addr(addr), .s_left(left), .s_tag(take_q), .m_bytes(bytes),
    .m_whole(whole), .m_dws(dws), .m_hdr(hdr));

  always @(posedge clk) begin
    if (rst) begin
      more_q     <= 1'b0;
      rq_valid_q <= 1'b0;
      take_q     <= 8'd0;
      line_q     <= {LINE_W{1'b0}};
    end else begin
      if (issue) more_q <= !whole;
      rq_valid_q <= issue || (rq_valid_q && !m_rq_ready);
      if (issue) begin
        take_q <= take_next;
        line_q <= line_q + {{(LINE_W - 7) {1'b0}}, lines};
      end
      `UBN_ASSERT(read_length_in_range, !(s_rd_valid && s_rd_ready) || s_rd_len <= 14'd8192)
    end
  end

  always @(posedge clk) begin
    if (issue) begin
      more_addr_q <= addr + {51'd0, bytes};
      more_left_q <= left - {1'b0, bytes};
      rq_hdr_q    <= hdr;
    end
  end

  // ---- ring of requests
  reg  [SLOT_W-1:0] slots [0:255];
  reg  [47:0]       sent_cyc [0:255];    // when the request left
  reg  [255:0]      live_q, done_q, bad_q;
  wire [7:0]        rq_tag = rq_hdr_q[`PCIE_REQ_TAG];

  always @(posedge clk) begin
    if (issue) slots[take_q] <= {line_q, lines, bytes, addr[5:0], whole};
    if (m_rq_valid && m_rq_ready) sent_cyc[rq_tag] <= cfg_now_cyc;
  end

  wire [LINE_W-1:0] old_line;
  wire [6:0]        old_lines;
  wire              old_whole;
  wire [18:0]       old_unused;
  assign {old_line, old_lines, old_unused, old_whole} = slots[head_q];
  wire              open     = count_q != 9'd0 && !(rq_valid_q && rq_tag == head_q);   // the oldest has left
  wire [47:0]       deadline = sent_cyc[head_q] + {16'd0, cfg_timeout_cyc};

  // ---- completions
  wire [`PCIE_CPL_BITS-1:0] cpl = s_rc_hdr[127:32];
  wire [7:0]        tag    = cpl[`PCIE_CPL_TAG];
  wire [LINE_W-1:0] its_line;
  wire [6:0]        its_lines;
  wire [12:0]       its_bytes;
  wire [5:0]        its_off;
  wire              its_unused;
  assign {its_line, its_lines, its_bytes, its_off, its_unused} = slots[tag];

  reg          in_q;                   // inside a completion
  reg          ours_q;                 // it belongs to a request
  wire         match   = live_q[tag] && !done_q[tag] && !(rq_valid_q && rq_tag == tag) &&
                         cpl[`PCIE_CPL_TYPE] == `PCIE_TYPE_CPL && cpl[`PCIE_CPL_REQUESTER_ID] == cfg_req_id;
  wire         ours    = in_q ? ours_q : match;
  wire [12:0]  to_come = {cpl[`PCIE_CPL_BYTE_COUNT] == 12'd0, cpl[`PCIE_CPL_BYTE_COUNT]};
  wire [12:0]  offset  = its_bytes == 13'd0 ? 13'd0 : its_bytes - to_come;   // bytes that came before
  wire [12:0]  place   = {7'd0, its_off} + offset;
  wire [3:0]   shift   = place[5:2];                                         // dwords into the line
  wire [12:0]  cpl_dws = {2'd0, cpl[`PCIE_CPL_LENGTH_DW] == 10'd0, cpl[`PCIE_CPL_LENGTH_DW]};
  wire [12:0]  all_dws = its_bytes == 13'd0 ? 13'd1 : ({11'd0, place[1:0]} + to_come + 13'd3) >> 2;   // to the end
  wire         is_end  = cpl_dws >= all_dws;
  wire [3:0]   stop    = shift + cpl_dws[3:0];                               // 0: at a multiple of 64 B
  wire         fits    = (to_come <= its_bytes || its_bytes == 13'd0) &&
                         (is_end ? cpl_dws == all_dws : stop == 4'd0);
  wire         refused = cpl[`PCIE_CPL_STATUS] != `PCIE_CPL_STATUS_SUCCESS ||
                         cpl[`PCIE_CPL_FMT] != `PCIE_FMT_DW3_DATA;
  wire         bad     = refused || cpl[`PCIE_CPL_EP] || !fits;

  reg  [511:0] turned;                 // beat with its first dword where it belongs in the line
  integer      d;
  always @* begin
    for (d = 0; d < 16; d = d + 1) turned[32*d +: 32] = s_rc_data[32*((d - {28'd0, shift}) & 15) +: 32];
  end

  reg          flush_q;                // the held end of a completion is still to be written
  reg  [511:0] hold_q;                 // beat before, turned
  reg  [LINE_W-1:0] at_q;              // line to write next
  reg          end_q;
  reg  [7:0]   tag_q;
  reg  [12:0]  room_q;                 // dwords still to come, from the start of the line at_q on

  reg  [511:0] merged;
  integer      e;
  always @* begin
    for (e = 0; e < 16; e = e + 1)
      merged[32*e +: 32] = e[3:0] < shift ? hold_q[32*e +: 32] : turned[32*e +: 32];
  end

  wire         take    = s_rc_valid && s_rc_ready;
  wire         keep    = take && ours && !bad;                     // the beat is written
  wire [12:0]  reach   = in_q ? room_q : cpl_dws + {9'd0, shift};  // dwords from the start of the line on
  wire         spill   = keep && s_rc_last && reach > 13'd16;
  wire [LINE_W-1:0] at = in_q ? at_q : its_line + {{(LINE_W - 7) {1'b0}}, place[12:6]};
  wire         wr_en   = flush_q || keep;
  wire [LINE_W-1:0] wr_line = flush_q ? at_q : at;
  wire [511:0] wr_data = flush_q ? hold_q : merged;

  assign s_rc_ready = !flush_q;
  assign stat_unexpected = take && s_rc_last && !ours;

  wire         ending  = take && s_rc_last && ours;                // the last beat of a completion
  wire         finish  = flush_q ? end_q : ending && !spill && (is_end || refused);
  wire [7:0]   fin_tag = flush_q ? tag_q : tag;
  wire         fin_bad = bad_q[fin_tag] || (!flush_q && bad);
  wire         moves   = (take && ours && tag == head_q) || (flush_q && tag_q == head_q);   // data of the oldest
  wire         timeout = cfg_timeout_cyc != 32'd0 && open && !done_q[head_q] && !moves && cfg_now_cyc >= deadline;

  always @(posedge clk) begin
    if (rst) begin
      in_q    <= 1'b0;
      ours_q  <= 1'b0;
      flush_q <= 1'b0;
    end else begin
      if (take) in_q <= !s_rc_last;
      if (take) ours_q <= ours;
      else if (timeout && tag_q == head_q) ours_q <= 1'b0;   // the rest of it is late
      flush_q <= spill;
      `UBN_ASSERT(only_open_requests_are_finished, !finish || (live_q[fin_tag] && !done_q[fin_tag]))
    end
  end

  always @(posedge clk) begin
    if (take) begin
      hold_q <= turned;
      at_q   <= at + {{(LINE_W - 1) {1'b0}}, 1'b1};
      room_q <= reach - 13'd16;
      end_q  <= is_end;
      tag_q  <= tag;
    end
  end

  // ---- delivery
  reg  [6:0]   read_q;                 // lines of the oldest request read so far
  reg          b_valid_q, b_last_q, b_bad_q;
  reg          out_valid_q, out_last_q, out_err_q, err_q;
  reg  [511:0] out_data_q;
  wire [511:0] b_data;
  wire         go      = !out_valid_q || m_r_ready;        // the output register may change
  wire         bypass  = finish && !flush_q && !in_q && fin_tag == head_q && its_lines == 7'd1 && go && !b_valid_q;
  wire         b_go    = !b_valid_q || go;
  wire         rd_en   = count_q != 9'd0 && done_q[head_q] && b_go;
  wire         rd_end  = rd_en && read_q + 7'd1 == old_lines;
  wire         retire  = rd_end || bypass;

  cm_ram_sdp #(.W(512), .DEPTH(LINES)) u_lines (
    .clk(clk), .wr_en(wr_en), .wr_addr(wr_line), .wr_data(wr_data),
    .rd_en(rd_en), .rd_addr(old_line + {{(LINE_W - 7) {1'b0}}, read_q}), .rd_data(b_data));

  always @(posedge clk) begin
    if (rst) begin
      live_q <= 256'd0;
      done_q <= 256'd0;
    end else begin
      if (issue) live_q[take_q] <= 1'b1;
      if (issue) done_q[take_q] <= 1'b0;
      if (finish && !bypass) done_q[fin_tag] <= 1'b1;
      if (timeout) done_q[head_q] <= 1'b1;
      if (retire) live_q[head_q] <= 1'b0;
    end
    if (issue) bad_q[take_q] <= 1'b0;
    if (ending && bad) bad_q[tag] <= 1'b1;
    if (timeout) bad_q[head_q] <= 1'b1;
  end

  wire [6:0] freed = bypass ? 7'd1 : rd_end ? old_lines : 7'd0;

  always @(posedge clk) begin
    if (rst) begin
      count_q     <= 9'd0;
      used_q      <= {(LINE_W + 1) {1'b0}};
      head_q      <= 8'd0;
      read_q      <= 7'd0;
      b_valid_q   <= 1'b0;
      out_valid_q <= 1'b0;
      err_q       <= 1'b0;
    end else begin
      count_q <= count_q + {8'd0, issue} - {8'd0, retire};
      used_q  <= used_q + (issue ? {{(LINE_W - 6) {1'b0}}, lines} : {(LINE_W + 1) {1'b0}})
                        - {{(LINE_W - 6) {1'b0}}, freed};
      if (retire) head_q <= head_next;
      if (rd_en)  read_q <= rd_end ? 7'd0 : read_q + 7'd1;
      if (b_go)   b_valid_q <= rd_en;
      if (go)     out_valid_q <= b_valid_q || bypass;
      if (go && (b_valid_q || bypass)) err_q <= out_err && !out_last;   // over the requests of a command
    end
  end

  wire out_last = bypass ? old_whole : b_last_q;
  wire out_err  = err_q || (bypass ? fin_bad : b_bad_q);

  always @(posedge clk) begin
    if (b_go) begin
      b_last_q <= rd_end && old_whole;
      b_bad_q  <= bad_q[head_q];
    end
    if (go) begin
      out_data_q <= bypass ? turned : b_data;
      out_last_q <= out_last;
      out_err_q  <= out_err;
    end
  end

  assign m_r_valid = out_valid_q;
  assign m_r_data  = out_data_q;
  assign m_r_last  = out_last_q;
  assign m_r_err   = out_err_q;

  assign stat_err         = (finish && fin_bad) || timeout;
  assign stat_outstanding = {7'd0, count_q};
  assign stat_wake_cyc    = cfg_timeout_cyc == 32'd0 || !open ? 48'hffff_ffff_ffff : deadline;
  assign stat_idle        = !more_q && !rq_valid_q && !flush_q && !in_q && !b_valid_q && !out_valid_q &&
                            (count_q == 9'd0 || !done_q[head_q]);

  wire unused = &{1'b0, s_rc_hdr[31:0], cpl, its_unused, old_unused, span, dws};

  generate
    if (LINES < 128 || LINES > 4096 || (LINES & (LINES - 1)) != 0) begin : g_error
      error_lines_must_be_a_power_of_two_128_to_4096 u_error ();
    end
  endgenerate

endmodule

`resetall
