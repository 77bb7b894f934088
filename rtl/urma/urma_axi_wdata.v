// SPDX-License-Identifier: Apache-2.0
// urma_axi_wdata: gives each beat of a write command its strobes and the end-of-burst mark.
//   Latency    : 1 cycle; a command and its first beat that come together leave together.
//   Throughput : 1 beat per cycle, also across commands.
//   Back-press : s_cmd_ready is low until the last beat of the command before is in the output
//                register; s_w_ready is low while the beat before is parked. Both come from
//                registers.
//   Order      : beats keep their order; the n-th command owns the beats after those of the n-1
//                before it. Beats may come before or after their command.
//   Error      : none.
//   Reset      : no command, no beat.
//   Source     : AMBA AXI4, write strobes and WLAST; bursts are cut at 4 KiB as in urma_axi_split.

`resetall
`default_nettype none

`include "cm_assert.vh"

module urma_axi_wdata #(
  parameter DATA_W = 512
) (
  input  wire                clk,
  input  wire                rst,

  input  wire                s_cmd_valid,
  output wire                s_cmd_ready,
  input  wire [11:0]         s_cmd_addr,  // place of the first byte in its page
  input  wire [13:0]         s_cmd_len,   // bytes, 1..8192

  input  wire                s_w_valid,
  output wire                s_w_ready,
  input  wire [DATA_W-1:0]   s_w_data,

  output wire                m_w_valid,
  input  wire                m_w_ready,
  output wire [DATA_W-1:0]   m_w_data,
  output wire [DATA_W/8-1:0] m_w_strb,
  output wire                m_w_last,

  output wire                stat_idle
);

  localparam LANES  = DATA_W / 8;
  localparam LANE_W = $clog2(LANES);
  localparam BEAT_W = 12 - LANE_W;

  localparam [LANES-1:0]  ALL_LANES = {LANES{1'b1}};
  localparam [BEAT_W-1:0] PAGE_END  = {BEAT_W{1'b1}};

  // The command in work: where the next beat lies, and where the last byte lies.
  reg               busy_q;
  reg  [LANE_W-1:0] lane_q;      // first byte of the next beat
  reg  [BEAT_W-1:0] beat_q;
  reg  [1:0]        left_q;      // pages after this one
  reg  [BEAT_W-1:0] end_beat_q;  // in the last page
  reg  [LANE_W-1:0] end_lane_q;

  // A new command is used in the cycle in which it comes.
  wire [13:0] last_byte = {2'b00, s_cmd_addr} + s_cmd_len - 14'd1;

  // One beat or more? Decided on few bits, to keep the way to the strobes short.
  wire [LANE_W+1:0] near_end = {2'b00, s_cmd_addr[LANE_W-1:0]} + {1'b0, s_cmd_len[LANE_W:0]} -
                               {{(LANE_W + 1){1'b0}}, 1'b1};
  wire              one_beat = s_cmd_len[13:LANE_W+1] == {(13 - LANE_W){1'b0}} &&
                               near_end[LANE_W+1:LANE_W] == 2'b00;

  wire [LANE_W-1:0] lane     = busy_q ? lane_q     : s_cmd_addr[LANE_W-1:0];
  wire [BEAT_W-1:0] beat     = busy_q ? beat_q     : s_cmd_addr[11:LANE_W];
  wire [1:0]        left     = busy_q ? left_q     : last_byte[13:12];
  wire [BEAT_W-1:0] end_beat = busy_q ? end_beat_q : last_byte[11:LANE_W];
  wire [LANE_W-1:0] end_lane = busy_q ? end_lane_q : near_end[LANE_W-1:0];
  wire              is_final = busy_q ? (left_q == 2'd0 && beat_q == end_beat_q)
                                      : one_beat;

  reg parked_q;  // a beat waits in park_data_q
  reg valid_q;

  wire have_cmd  = busy_q || s_cmd_valid;
  wire have_beat = parked_q || s_w_valid;
  wire load      = have_cmd && have_beat && (!valid_q || m_w_ready);

  assign s_cmd_ready = !busy_q;
  assign s_w_ready   = !parked_q;

  always @(posedge clk) begin
    if (rst) begin
      busy_q   <= 1'b0;
      parked_q <= 1'b0;
      valid_q  <= 1'b0;
    end else begin
      if (have_cmd) begin
        busy_q <= !(load && is_final);
      end
      parked_q <= have_beat && !load;
      if (load) begin
        valid_q <= 1'b1;
      end else if (m_w_ready) begin
        valid_q <= 1'b0;
      end
      `UBN_ASSERT(beat_inside_command, !load || left != 2'd0 || beat <= end_beat)
    end
  end

  always @(posedge clk) begin
    if (have_cmd) begin
      lane_q     <= load ? {LANE_W{1'b0}} : lane;
      beat_q     <= beat + {{(BEAT_W - 1){1'b0}}, load};
      left_q     <= left - {1'b0, load && beat == PAGE_END};
      end_beat_q <= end_beat;
      end_lane_q <= end_lane;
    end
  end

  reg [DATA_W-1:0] park_data_q;
  reg [DATA_W-1:0] data_q;
  reg [LANES-1:0]  strb_q;
  reg              last_q;

  always @(posedge clk) begin
    if (load) begin
      if (parked_q) begin
        data_q <= park_data_q;
      end else begin
        data_q <= s_w_data;
      end
      strb_q <= (ALL_LANES << lane) & (is_final ? (ALL_LANES >> ~end_lane) : ALL_LANES);
      last_q <= is_final || beat == PAGE_END;
    end else if (s_w_valid && !parked_q) begin
      park_data_q <= s_w_data;
    end
  end

  assign m_w_valid = valid_q;
  assign m_w_data  = data_q;
  assign m_w_strb  = strb_q;
  assign m_w_last  = last_q;

  wire unused = &{1'b0, last_byte[LANE_W-1:0]};

  assign stat_idle = !busy_q && !parked_q && !valid_q;

endmodule

`resetall
