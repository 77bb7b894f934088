// SPDX-License-Identifier: Apache-2.0
// urma_host_rd: answers the reads of the host from the register file.
//   Latency    : 3 cycles from AR to R for a register when its port is free, 1 for an error.
//   Throughput : one read at a time.
//   Back-press : arready is low while a read is in work.
//   Order      : as asked.
//   Error      : SLVERR, data 0, for every beat of a burst and for what is not a register.
//   Reset      : no read in work.
//   Source     : AMBA AXI4; region in configs/spec/registers.yaml. Registers are 8 B: the size of
//                the access is not checked, the other lanes of the beat read 0.

`resetall
`default_nettype none

`include "cm_assert.vh"
`include "ubn_registers.vh"

module urma_host_rd (
  input  wire         clk,
  input  wire         rst,

  input  wire         s_axi_arvalid,
  output wire         s_axi_arready,
  input  wire [3:0]   s_axi_arid,
  input  wire [31:0]  s_axi_araddr,
  input  wire [7:0]   s_axi_arlen,

  output wire         s_axi_rvalid,
  input  wire         s_axi_rready,
  output wire [3:0]   s_axi_rid,
  output wire [511:0] s_axi_rdata,
  output wire [1:0]   s_axi_rresp,
  output wire         s_axi_rlast,

  output wire         reg_rd_req,   // held until granted
  input  wire         reg_rd_grant,
  output wire [15:0]  reg_rd_addr,
  input  wire [63:0]  reg_rdata,    // in the cycle after the grant

  output wire         stat_idle
);

  localparam [31:0] REGS_OFF = `URMA_MAP_REGS_BYTES - 32'd1;
  localparam [1:0]  OKAY     = 2'b00;
  localparam [1:0]  SLVERR   = 2'b10;

  // One-hot, so that arready and rvalid are state bits.
  localparam [3:0] ST_IDLE = 4'b0001;  // waits for AR
  localparam [3:0] ST_ASK  = 4'b0010;  // waits for the port of the register file
  localparam [3:0] ST_DATA = 4'b0100;  // takes the register's value
  localparam [3:0] ST_BEAT = 4'b1000;  // R beats go out

  reg  [3:0]   state_q;
  reg  [3:0]   state_d;
  reg  [3:0]   id_q;
  reg  [15:0]  addr_q;
  reg  [7:0]   left_q;   // beats after this one
  reg          last_q;
  reg          err_q;
  reg  [511:0] data_q;

  wire start  = s_axi_arvalid && state_q == ST_IDLE;
  wire is_reg = s_axi_arlen == 8'd0 && (s_axi_araddr & ~REGS_OFF) == `URMA_MAP_REGS_BASE &&
                s_axi_araddr[2:0] == 3'd0;
  wire beat   = s_axi_rvalid && s_axi_rready;

  always @* begin
    state_d = state_q;
    case (state_q)
      ST_IDLE: if (s_axi_arvalid) state_d = is_reg ? ST_ASK : ST_BEAT;
      ST_ASK:  if (reg_rd_grant) state_d = ST_DATA;
      ST_DATA: state_d = ST_BEAT;
      ST_BEAT: if (s_axi_rready && last_q) state_d = ST_IDLE;
      default: state_d = ST_IDLE;
    endcase
  end

  always @(posedge clk) begin
    if (rst) begin
      state_q <= ST_IDLE;
    end else begin
      state_q <= state_d;
      `UBN_ASSERT(state_is_one_hot, state_q == ST_IDLE || state_q == ST_ASK || state_q == ST_DATA ||
                                    state_q == ST_BEAT)
    end
  end

  always @(posedge clk) begin
    if (start) begin
      id_q   <= s_axi_arid;
      addr_q <= s_axi_araddr[15:0];
      left_q <= s_axi_arlen;
      last_q <= (s_axi_arlen == 8'd0);
      err_q  <= !is_reg;
      data_q <= 512'd0;
    end
    if (beat) begin
      left_q <= left_q - 8'd1;
      last_q <= (left_q == 8'd1);
    end
    if (state_q == ST_DATA) begin
      data_q[{addr_q[5:3], 6'd0}+:64] <= reg_rdata;
    end
  end

  assign s_axi_arready = state_q[0];
  assign s_axi_rvalid  = state_q[3];
  assign s_axi_rid     = id_q;
  assign s_axi_rdata   = data_q;
  assign s_axi_rresp   = err_q ? SLVERR : OKAY;
  assign s_axi_rlast   = last_q;

  assign reg_rd_req  = state_q[1];
  assign reg_rd_addr = addr_q;

  assign stat_idle = state_q[0];

endmodule

`resetall
