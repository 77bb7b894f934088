// SPDX-License-Identifier: Apache-2.0
// urma_host_wr: takes the stores of the host and sorts them: work request, context record,
//   register.
//   Latency    : 1 cycle from the later of AW and W to m_wr or m_ctx, 2 to reg_wr_en, 3 to B for
//                what needs no verdict.
//   Throughput : 1 store per cycle.
//   Back-press : awready, wready: one beat is parked because its partner is missing, or m_wr, m_ctx
//                is held up, or MAX_WR answers are queued and one more store is in the output
//                register. They come from registers.
//   Order      : stores go on, and are answered, in the order of AW, whatever their kind. A work
//                request is answered when its verdict comes; verdicts come in the order of m_wr. A
//                register or context store is answered after it took place.
//   Error      : SLVERR for bursts (taken whole), unmapped addresses, partial stores, no such
//                Jetty, a bad verdict. Each strobes stat_drop_store once.
//   Reset      : nothing parked, no open answers.
//   Source     : AMBA AXI4; regions in configs/spec/registers.yaml; stage id nic_tx (probe
//                wr_accept).

`resetall
`default_nettype none

`include "cm_assert.vh"
`include "ubn_registers.vh"
`include "ubn_records.vh"

module urma_host_wr #(
  parameter JETTYS = 4096,  // 1..4096
  parameter MAX_WR = 32     // answers queued
) (
  input  wire         clk,
  input  wire         rst,

  input  wire         s_axi_awvalid,
  output wire         s_axi_awready,
  input  wire [3:0]   s_axi_awid,
  input  wire [31:0]  s_axi_awaddr,
  input  wire [7:0]   s_axi_awlen,

  input  wire         s_axi_wvalid,
  output wire         s_axi_wready,
  input  wire [511:0] s_axi_wdata,
  input  wire [63:0]  s_axi_wstrb,
  input  wire         s_axi_wlast,

  output wire         s_axi_bvalid,
  input  wire         s_axi_bready,
  output wire [3:0]   s_axi_bid,
  output wire [1:0]   s_axi_bresp,

  input  wire         s_verdict_valid,
  output wire         s_verdict_ready,
  input  wire         s_verdict_ok,

  output wire         m_wr_valid,
  input  wire         m_wr_ready,
  output wire [19:0]  m_wr_jetty,
  output wire [511:0] m_wr_wqe,

  output wire         m_ctx_valid,
  input  wire         m_ctx_ready,
  output wire [2:0]   m_ctx_kind,
  output wire [15:0]  m_ctx_id,
  output wire [511:0] m_ctx_data,

  output wire         reg_wr_en,
  output wire [15:0]  reg_wr_addr,
  output wire [63:0]  reg_wdata,

  output wire         probe_wr_accept_valid,
  output wire [63:0]  probe_wr_accept_id,

  output wire         stat_drop_store,
  output wire         stat_idle
);

  localparam [31:0] REGS_OFF  = `URMA_MAP_REGS_BYTES - 32'd1;
  localparam [31:0] JETTY_OFF = `URMA_MAP_JETTY_BYTES - 32'd1;
  localparam [31:0] CTX_OFF   = `URMA_MAP_CTX_BYTES - 32'd1;
  localparam [1:0]  OKAY      = 2'b00;
  localparam [1:0]  SLVERR    = 2'b10;

  // ---- Pairing: AW and W wait for each other, one of each parked.

  reg         aw_parked_q;
  reg  [3:0]  aw_id_q;
  reg  [31:0] aw_addr_q;
  reg         aw_burst_q;

  reg         w_parked_q;
  reg [511:0] w_data_q;
  reg         w_whole_q;  // all strobes set
  reg [7:0]   w_full_q;   // the same for each group of 8 lanes
  reg [7:0]   w_any_q;    // some strobe of the group set
  reg         w_last_q;

  wire [7:0] w_full_in;
  wire [7:0] w_any_in;

  genvar i;
  generate
    for (i = 0; i < 8; i = i + 1) begin : g_strb
      assign w_full_in[i] = &s_axi_wstrb[8*i+:8];
      assign w_any_in[i]  = |s_axi_wstrb[8*i+:8];
    end
  endgenerate

  wire [3:0]  aw_id    = aw_parked_q ? aw_id_q    : s_axi_awid;
  wire [31:0] aw_addr  = aw_parked_q ? aw_addr_q  : s_axi_awaddr;
  wire        aw_burst = aw_parked_q ? aw_burst_q : (s_axi_awlen != 8'd0);
  wire        w_whole  = w_parked_q  ? w_whole_q  : &s_axi_wstrb;
  wire [7:0]  w_full   = w_parked_q  ? w_full_q   : w_full_in;
  wire [7:0]  w_any    = w_parked_q  ? w_any_q    : w_any_in;
  wire        w_last   = w_parked_q  ? w_last_q   : s_axi_wlast;

  wire have_aw = aw_parked_q || s_axi_awvalid;
  wire have_w  = w_parked_q || s_axi_wvalid;
  wire pair    = have_aw && have_w;

  reg  wr_valid_q;
  reg  ctx_valid_q;
  reg  open_valid_q;  // the answer of the store in the output register is not queued yet
  wire open_ready;

  wire out_free = (!wr_valid_q || m_wr_ready) && (!ctx_valid_q || m_ctx_ready) &&
                  (!open_valid_q || open_ready);
  wire take_w   = pair && out_free;
  wire take     = take_w && w_last;  // the store is complete

  assign s_axi_awready = !aw_parked_q;
  assign s_axi_wready  = !w_parked_q;

  // ---- What the store is

  wire in_regs  = (aw_addr & ~REGS_OFF) == `URMA_MAP_REGS_BASE;
  wire in_jetty = (aw_addr & ~JETTY_OFF) == `URMA_MAP_JETTY_BASE;
  wire in_ctx   = (aw_addr & ~CTX_OFF) == `URMA_MAP_CTX_BASE;

  wire [31:0] jetty_off = aw_addr & JETTY_OFF;  // [31:12] = Jetty

  wire is_wr   = w_whole && !aw_burst && in_jetty && jetty_off[31:12] < JETTYS[19:0] &&
                 aw_addr[11:0] == 12'd0;
  wire is_ctx  = w_whole && !aw_burst && in_ctx && aw_addr[5:0] == 6'd0;
  wire at_regs = !aw_burst && in_regs && aw_addr[2:0] == 3'd0;

  // ---- One output register for all kinds

  reg [31:0]  addr_q;
  reg [511:0] data_q;
  reg [3:0]   id_q;
  reg         is_wr_q;
  reg         is_ctx_q;
  reg         at_regs_q;
  reg [7:0]   full_q;
  reg [7:0]   any_q;
  reg         seen_q;  // the pair has been reported by the probe and not been taken yet
  reg         probe_valid_q;
  reg [35:0]  probe_id_q;

  wire probe = pair && !seen_q && is_wr;

  always @(posedge clk) begin
    if (rst) begin
      aw_parked_q   <= 1'b0;
      w_parked_q    <= 1'b0;
      wr_valid_q    <= 1'b0;
      ctx_valid_q   <= 1'b0;
      open_valid_q  <= 1'b0;
      seen_q        <= 1'b0;
      probe_valid_q <= 1'b0;
    end else begin
      aw_parked_q <= have_aw && !take;
      w_parked_q  <= have_w && !take_w;
      if (out_free) begin
        wr_valid_q  <= take && is_wr;
        ctx_valid_q <= take && is_ctx;
      end else begin
        if (m_wr_ready)  wr_valid_q  <= 1'b0;
        if (m_ctx_ready) ctx_valid_q <= 1'b0;
      end
      if (take) begin
        open_valid_q <= 1'b1;
      end else if (open_ready) begin
        open_valid_q <= 1'b0;
      end
      seen_q        <= pair && !take_w;
      probe_valid_q <= probe;
      `UBN_ASSERT(single_beat_store_ends, !take_w || aw_burst || w_last)
      `UBN_ASSERT(one_kind_at_a_time, !(wr_valid_q && ctx_valid_q))
    end
  end

  always @(posedge clk) begin
    if (s_axi_awvalid && !aw_parked_q && !take) begin
      aw_id_q    <= s_axi_awid;
      aw_addr_q  <= s_axi_awaddr;
      aw_burst_q <= (s_axi_awlen != 8'd0);
    end
    if (s_axi_wvalid && !w_parked_q && !take_w) begin
      w_data_q  <= s_axi_wdata;
      w_whole_q <= &s_axi_wstrb;
      w_full_q  <= w_full_in;
      w_any_q   <= w_any_in;
      w_last_q  <= s_axi_wlast;
    end
    if (take) begin
      addr_q    <= aw_addr;
      id_q      <= aw_id;
      is_wr_q   <= is_wr;
      is_ctx_q  <= is_ctx;
      at_regs_q <= at_regs;
      full_q    <= w_full;
      any_q     <= w_any;
      if (w_parked_q) begin
        data_q <= w_data_q;
      end else begin
        data_q <= s_axi_wdata;
      end
    end
    if (pair && !seen_q) begin
      probe_id_q[19:0] <= jetty_off[31:12];
      if (w_parked_q) begin
        probe_id_q[35:20] <= w_data_q[`URMA_WQE_SQE_BB_IDX];
      end else begin
        probe_id_q[35:20] <= s_axi_wdata[`URMA_WQE_SQE_BB_IDX];
      end
    end
  end

  wire [31:0] jetty_page = addr_q & JETTY_OFF;

  assign m_wr_valid  = wr_valid_q;
  assign m_wr_jetty  = jetty_page[31:12];
  assign m_wr_wqe    = data_q;
  assign m_ctx_valid = ctx_valid_q;
  assign m_ctx_kind  = addr_q[24:22];
  assign m_ctx_id    = addr_q[21:6];
  assign m_ctx_data  = data_q;

  assign probe_wr_accept_valid = probe_valid_q;
  assign probe_wr_accept_id    = {28'd0, probe_id_q};

  // ---- Registers: one cycle later, when the strobes have been looked at

  wire [7:0] lane_sel = 8'd1 << addr_q[5:3];
  wire       is_reg   = at_regs_q && full_q == lane_sel && any_q == lane_sel;
  wire       is_bad   = !(is_wr_q || is_ctx_q || is_reg);
  wire       open_go  = open_valid_q && open_ready;

  reg        reg_wr_q;
  reg [15:0] reg_addr_q;
  reg [63:0] reg_wdata_q;

  always @(posedge clk) begin
    if (rst) begin
      reg_wr_q <= 1'b0;
    end else begin
      reg_wr_q <= open_go && is_reg;
    end
  end

  always @(posedge clk) begin
    if (open_go && at_regs_q) begin
      reg_addr_q  <= addr_q[15:0];
      reg_wdata_q <= data_q[{addr_q[5:3], 6'd0}+:64];
    end
  end

  assign reg_wr_en   = reg_wr_q;
  assign reg_wr_addr = reg_addr_q;
  assign reg_wdata   = reg_wdata_q;

  // ---- Answers, in the order of the stores

  wire       head_valid;
  wire [3:0] head_id;
  wire       head_is_wr;
  wire       head_is_bad;
  wire       b_ready;

  wire [$clog2(MAX_WR+1)-1:0] unused_count;
  wire                        unused_idle;

  // A context store that is still in the output register may be the head: its answer waits for it.
  wire head_done = head_is_wr ? s_verdict_valid : !ctx_valid_q;
  wire head_bad  = head_is_wr ? !s_verdict_ok : head_is_bad;
  wire answer    = head_valid && head_done;

  assign s_verdict_ready = head_valid && head_is_wr && b_ready;

  cm_fifo #(
    .W     (6),
    .DEPTH (MAX_WR)
  ) u_open (
    .clk        (clk),
    .rst        (rst),
    .s_valid    (open_valid_q),
    .s_ready    (open_ready),
    .s_data     ({is_bad, is_wr_q, id_q}),
    .m_valid    (head_valid),
    .m_ready    (head_done && b_ready),
    .m_data     ({head_is_bad, head_is_wr, head_id}),
    .stat_count (unused_count),
    .stat_idle  (unused_idle)
  );

  cm_skid #(
    .W (6)
  ) u_b (
    .clk     (clk),
    .rst     (rst),
    .s_valid (answer),
    .s_ready (b_ready),
    .s_data  ({head_id, head_bad ? SLVERR : OKAY}),
    .m_valid (s_axi_bvalid),
    .m_ready (s_axi_bready),
    .m_data  ({s_axi_bid, s_axi_bresp})
  );

  reg drop_q;

  always @(posedge clk) begin
    if (rst) begin
      drop_q <= 1'b0;
    end else begin
      drop_q <= answer && b_ready && head_bad;
      `UBN_ASSERT(verdict_has_a_store, !s_verdict_valid || head_valid || open_valid_q)
    end
  end

  wire unused = &{1'b0, jetty_off[11:0], jetty_page[11:0]};

  assign stat_drop_store = drop_q;
  assign stat_idle       = !aw_parked_q && !w_parked_q && !wr_valid_q && !ctx_valid_q &&
                           !open_valid_q && !reg_wr_q && !probe_valid_q && !head_valid &&
                           !s_axi_bvalid && !drop_q;

  generate
    if (JETTYS < 1 || JETTYS > 4096) begin : g_error
      error_jettys_must_be_1_to_4096 u_error ();
    end
  endgenerate

endmodule

`resetall
