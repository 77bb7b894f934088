// SPDX-License-Identifier: Apache-2.0
// fv_cm_arb_rr: proves cm_arb_rr: one grant, whole packets, right word and source on m, and the
//     fairness bound: a waiting input sees at most N - 1 packets of others begin.
//   Method : the solver picks any input `who`. distance is how far the last winner stands before it
//                in the circle; each packet of another input brings the winner nearer, so begun +
//                distance never exceeds N.
`default_nettype none

module fv_cm_arb_rr #(
  parameter integer N = 4
) (
  input wire           clk,
  input wire           rst,
  input wire [  N-1:0] s_valid,
  input wire [N*2-1:0] s_data,
  input wire [  N-1:0] s_last,
  input wire           m_ready
);

  wire [        N-1:0] s_ready;
  wire                 m_valid;
  wire [          1:0] m_data;
  wire [$clog2(N)-1:0] m_src;
  wire                 m_last;

  (* hierconn *) wire         \u_dut.locked_q ;
  (* hierconn *) wire [N-1:0] \u_dut.owner_q ;
  (* hierconn *) wire [N-1:0] \u_dut.turn_q ;

  cm_arb_rr #(.N(N), .W(2)) u_dut (
    .clk(clk), .rst(rst), .s_valid(s_valid), .s_ready(s_ready), .s_data(s_data), .s_last(s_last),
    .m_valid(m_valid), .m_ready(m_ready), .m_data(m_data), .m_src(m_src), .m_last(m_last));

  (* anyconst *) wire [$clog2(N)-1:0] who;
  reg            started = 1'b0;  // first cycle is reset
  reg            open;            // a packet is unfinished, of input `last`
  reg      [3:0] last;            // last winner
  reg      [3:0] begun;           // packets of others that began while `who` waited
  reg            waiting_q;
  reg            m_due;           // what must be on m
  reg      [3:0] m_due_src;
  reg     [ 1:0] m_due_data;
  reg            m_due_last;
  reg     [N-1:0] s_valid_q;
  reg     [N-1:0] s_stalled_q;

  wire   [N-1:0] move = s_valid & s_ready;
  reg      [3:0] mover;           // index of the moving input
  integer        i;
  integer        k;
  always @* begin
    mover = 0;
    for (i = 0; i < N; i = i + 1) if (move[i]) mover = i;
  end
  wire           moved = move != 0;
  wire           first = moved && !open;
  wire           waits = s_valid[who] && !(open && last == who);  // for the first word of a packet
  wire     [3:0] gap = (who > last) ? who - last : who + N - last;  // 1 to N
  wire   [N-1:0] all = {N{1'b1}};

  always @(posedge clk) begin
    started <= 1'b1;
    if (!started) assume (rst);
    s_stalled_q <= s_valid & ~s_ready;
    if (started && !rst) assume ((s_stalled_q & ~s_valid) == 0);  // hold rule on s
    if (rst) begin
      open        <= 1'b0;
      last        <= N - 1;
      begun       <= 0;
      m_due       <= 1'b0;
      s_stalled_q <= 0;
    end else begin
      if (moved) begin
        open <= (move & s_last) == 0;
        last <= mover;
      end
      if (!waits || move[who]) begun <= 0;
      else if (first) begun <= begun + 1;
      if (moved) begin
        m_due      <= 1'b1;
        m_due_src  <= mover;
        for (k = 0; k < N; k = k + 1) if (move[k]) m_due_data <= s_data[k*2+:2];
        m_due_last <= (move & s_last) != 0;
      end else if (m_ready) begin
        m_due <= 1'b0;
      end

      // What a user sees
      assert ((move & (move - 1)) == 0);
      if (open && moved) assert (mover == last);
      if (m_valid && !m_ready) assert (!moved);
      if (s_valid != 0 && !open && (!m_valid || m_ready)) assert (moved);
      assert (m_valid == m_due);
      if (m_due) assert (m_src == m_due_src && m_data == m_due_data && m_last == m_due_last);
      assert (begun <= N - 1);

      // Why it holds
      assert (last < N);
      if (begun != 0) assert (begun + gap <= N);
      assert (\u_dut.locked_q == open);
      if (open) assert (\u_dut.owner_q == (1 << last));
      assert (\u_dut.turn_q == ((all << (last + 1)) & all)
          || (last == N - 1 && \u_dut.turn_q == all));
    end
  end

endmodule
