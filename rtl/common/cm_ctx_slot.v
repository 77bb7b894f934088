// SPDX-License-Identifier: Apache-2.0
// cm_ctx_slot: one place in a pipeline where the context record of a queue is at hand and up to
//     date. An id goes in and a read of its record goes out on the context port; the record comes
//     out beside the id. While it waits here, every write-back to the same id replaces it, so that
//     a module which reads, changes and writes back a record each cycle never works on an old one.
//   Latency    : that of the context port (1 cycle on a hit) from s to m.
//   Throughput : 1 record per cycle on hits; one read outstanding.
//   Back-press : s_ready falls while the slot is taken and m does not move, or the port is not
//                ready.
//   Order      : as received.
//   Error      : none. A write by the host is not seen here: the host writes records of idle queues
//                only.
//   Reset      : empties the slot.
//   Source     : ours (state per queue is reached only through context ports).

`resetall
`default_nettype none
`include "cm_assert.vh"

module cm_ctx_slot #(
  parameter W = 64
) (
  input  wire         clk,
  input  wire         rst,
  input  wire         s_valid,
  output wire         s_ready,
  input  wire [15:0]  s_id,
  output wire         m_valid,
  input  wire         m_ready,
  output wire [W-1:0] m_rec,
  // client of the context port
  output wire         rd_valid,
  input  wire         rd_ready,
  output wire [15:0]  rd_id,
  input  wire         rsp_valid,
  output wire         rsp_ready,
  input  wire [W-1:0] rsp_data,
  // write-backs of all owners of this kind of record
  input  wire         wr_valid,
  input  wire [15:0]  wr_id,
  input  wire [W-1:0] wr_data,
  output wire         stat_idle
);

  reg          busy_q;
  reg  [15:0]  id_q;
  reg          newer_q;      // a write-back came after the read was accepted
  reg  [W-1:0] newer_rec_q;

  wire leave  = m_valid && m_ready;
  wire room   = !busy_q || leave;
  wire enter  = s_valid && s_ready;

  assign s_ready   = room && rd_ready;
  assign rd_valid  = s_valid && room;
  assign rd_id     = s_id;
  assign m_valid   = busy_q && rsp_valid;
  assign rsp_ready = leave;
  assign m_rec     = newer_q ? newer_rec_q : rsp_data;
  assign stat_idle = !busy_q;

  always @(posedge clk) begin
    if (rst) begin
      busy_q  <= 1'b0;
      newer_q <= 1'b0;
    end else begin
      if (enter) begin
        busy_q  <= 1'b1;
        newer_q <= wr_valid && wr_id == s_id;
      end else if (leave) begin
        busy_q  <= 1'b0;
        newer_q <= 1'b0;
      end else if (wr_valid && wr_id == id_q) begin
        newer_q <= 1'b1;
      end
      `UBN_ASSERT(slot_answer_belongs_to_a_read, !rsp_valid || busy_q)
    end
  end

  always @(posedge clk) begin
    if (enter) id_q <= s_id;
    if (wr_valid && wr_id == (enter ? s_id : id_q)) newer_rec_q <= wr_data;
  end

endmodule

`resetall
