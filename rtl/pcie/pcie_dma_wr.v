// SPDX-License-Identifier: Apache-2.0
// pcie_dma_wr: writes host memory: splits a command into memory write requests and moves its data from bus lanes
//   (lane = address mod 64) to where a request carries them (first dword in lane 0).
//   Requests end at multiples of the payload size, so none crosses 4 KiB and no two share a line of data.
//   Latency    : 1 cycle from command and beat, whichever is later, to m_rq; from the second beat when the first beat
//                of the request needs two lines.
//   Throughput : 1 line in and 1 beat out per cycle, requests and commands back to back; a command that begins inside
//                a line takes one more cycle when it has as many beats as lines.
//   Back-press : s_wr waits for the command before it; s_w waits for its command and for m_rq. The first beat may come
//                with its command or later. A request whose data come late holds m_rq between its beats.
//   Order      : as received.
//   Error      : none; the length is 1..8192, an assertion refuses others.
//   Reset      : drops what is in work.
//   Source     : PCI Express base specification 4.0, 2.2.2, 2.2.5, 2.2.7; stages payload_dma, cqe_dma.

`resetall
`default_nettype none
`include "cm_assert.vh"
`include "ubn_enums.vh"

module pcie_dma_wr (
  input  wire         clk,
  input  wire         rst,
  input  wire [2:0]   cfg_mps,         // largest payload: 128 B << code, 0..5; the rest as 5
  input  wire [15:0]  cfg_req_id,
  input  wire         s_wr_valid,
  output wire         s_wr_ready,
  input  wire [63:0]  s_wr_addr,
  input  wire [13:0]  s_wr_len,
  input  wire         s_w_valid,
  output wire         s_w_ready,
  input  wire [511:0] s_w_data,
  output wire         m_rq_valid,
  input  wire         m_rq_ready,
  output wire [127:0] m_rq_hdr,
  output wire [511:0] m_rq_data,
  output wire         m_rq_last,
  output wire         m_sent,          // strobe: the last beat of a command was taken
  output wire         stat_idle
);

  // ---- the command at hand: one request after the other
  reg         more_q;                  // lines or requests of the command are still to come
  reg  [63:0] addr_q;
  reg  [13:0] left_q;
  reg         begun_q;                 // some lines of the request at hand were taken
  reg  [6:0]  lines_q, beats_q;        // of the request at hand, still to take and to send
  wire        have = more_q || s_wr_valid;
  wire [63:0] addr = more_q ? addr_q : s_wr_addr;
  wire [13:0] left = more_q ? left_q : s_wr_len;
  wire [12:0] bytes, dws;
  wire        whole;
  wire [127:0] hdr;

  pcie_request #(.FMT(`PCIE_FMT_DW4_DATA)) u_request (
    .cfg_size(cfg_mps), .cfg_req_id(cfg_req_id), .s_addr(addr), .s_left(left), .s_tag(8'd0), .m_bytes(bytes),
    .m_whole(whole), .m_dws(dws), .m_hdr(hdr));

  wire [3:0]  shift = addr[5:2];
  wire [12:0] reach = dws + {9'd0, shift};                             // dwords from the start of the line on
  wire [6:0]  all_lines = reach[10:4] + {6'd0, reach[3:0] != 4'd0};
  wire [6:0]  all_beats = dws[10:4] + {6'd0, dws[3:0] != 4'd0};

  // ---- lines to beats
  wire [6:0]   lines = begun_q ? lines_q : all_lines;
  wire [6:0]   beats = begun_q ? beats_q : all_beats;
  reg  [511:0] hold_q;                 // line before, turned
  reg          held_q;
  reg  [511:0] turned, merged;
  integer      d;

  always @* begin
    for (d = 0; d < 16; d = d + 1) begin
      turned[32*d +: 32] = s_w_data[32*((d + {28'd0, shift}) & 15) +: 32];
      merged[32*d +: 32] = held_q && {1'b0, d[3:0]} + {1'b0, shift} < 5'd16 ? hold_q[32*d +: 32] : turned[32*d +: 32];
    end
  end

  reg          out_valid_q, out_last_q, out_end_q;
  reg  [127:0] out_hdr_q;
  reg  [511:0] out_data_q;
  wire         go     = !out_valid_q || m_rq_ready;
  wire         alone  = held_q && lines == 7'd0;                      // the last beat is held already
  wire         silent = !held_q && shift != 4'd0 && lines > 7'd1;     // a first line that makes no beat yet
  wire         step   = have && (alone || s_w_valid) && (silent || go);
  wire         emit   = step && !silent;
  wire         last   = beats == 7'd1;
  wire         fin    = emit && last;                                 // the request is complete

  assign s_w_ready  = have && !alone && (silent || go);
  assign s_wr_ready = !more_q;
  assign m_rq_valid = out_valid_q;
  assign m_rq_hdr   = out_hdr_q;
  assign m_rq_data  = out_data_q;
  assign m_rq_last  = out_last_q;
  assign m_sent     = out_valid_q && m_rq_ready && out_end_q;

  always @(posedge clk) begin
    if (rst) begin
      more_q      <= 1'b0;
      begun_q     <= 1'b0;
      held_q      <= 1'b0;
      out_valid_q <= 1'b0;
    end else begin
      if (step) begin
        more_q  <= !(fin && whole);
        begun_q <= !fin;
        held_q  <= !fin && (silent || held_q);
      end else if (have) begin
        more_q  <= 1'b1;                                              // the command is taken, its first line is not
      end
      if (go) out_valid_q <= emit;
      `UBN_ASSERT(write_length_in_range, !s_wr_valid || (s_wr_len != 14'd0 && s_wr_len <= 14'd8192))
      `UBN_ASSERT(all_lines_taken_with_the_last_beat, !fin || lines == (alone ? 7'd0 : 7'd1))
    end
  end

  always @(posedge clk) begin
    if (have) begin
      addr_q <= fin ? addr + {51'd0, bytes} : addr;
      left_q <= fin ? left - {1'b0, bytes} : left;
    end
    if (step) begin
      lines_q <= alone ? lines : lines - 7'd1;
      beats_q <= emit ? beats - 7'd1 : beats;
      if (!alone) hold_q <= turned;
    end
    if (go && emit) begin
      out_hdr_q  <= hdr;
      out_data_q <= merged;
      out_last_q <= last;
      out_end_q  <= last && whole;
    end
  end

  wire unused = &{1'b0, reach[12:11], dws[12:11]};

  assign stat_idle = !more_q && !out_valid_q;

endmodule

`resetall
