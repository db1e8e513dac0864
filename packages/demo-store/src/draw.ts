// The shop's pictures. Each kind of product has a function that draws it in a given colour.

/** A base colour with its lighter and darker shades. */
type Paint = {
  readonly base: string;
  readonly light: string;
  readonly shade: string;
  readonly deep: string;
  readonly line: string;
};
type Drawing = (paint: Paint) => string;

const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Mixes two colours; `part` is the share of `other`, from 0 to 1. */
function mix(hex: string, other: string, part: number) {
  const [one, two] = [rgb(hex), rgb(other)];
  return `#${one
    .map((value, at) =>
      Math.round(value * (1 - part) + (two[at] ?? 0) * part)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}
const paintOf = (base: string): Paint => ({
  base,
  light: mix(base, "#fff6e6", 0.16),
  shade: mix(base, "#14181a", 0.16),
  deep: mix(base, "#14181a", 0.34),
  line: mix(base, "#14181a", 0.5),
});

const seam = (d: string, { line }: Paint, width = 2) =>
  `<path d="${d}" fill="none" stroke="${line}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const stitch = (d: string, { line }: Paint) =>
  `<path d="${d}" fill="none" stroke="${line}" stroke-width="1.4" stroke-dasharray="4 4" opacity=".7"/>`;
const fill = (d: string, colour: string) => `<path d="${d}" fill="${colour}"/>`;
const dots = (places: readonly (readonly [number, number])[], colour: string, radius = 4) =>
  places.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`).join("");
const rows = (from: number, to: number, step: number, row: (at: number) => string) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => row(from + index * step)).join("");

const BRASS = "#c9a45c";
const LEATHER = "#8a5a38";
const SOLE = "#2e2a26";

type Coat = { hem: number; hood?: boolean; sleeves?: boolean; quilted?: boolean; zip?: boolean };

/** A coat seen from the front. Its length and details make it a jacket, a shell, a parka or a vest. */
const coat =
  ({ hem, hood = false, sleeves = true, quilted = false, zip = false }: Coat): Drawing =>
  (paint) => {
    const body = `M152 118 Q200 138 248 118 L282 142 Q284 240 290 ${hem} Q200 ${hem + 14} 110 ${hem} Q116 240 118 142 Z`;
    const arm = `M122 138 Q92 160 84 226 L66 ${hem - 44} Q84 ${hem - 30} 108 ${hem - 40} L124 240 Z`;
    const cuff = `M69 ${hem - 60} L66 ${hem - 44} Q84 ${hem - 30} 108 ${hem - 40} L110 ${hem - 56} Q88 ${hem - 48} 69 ${hem - 60} Z`;
    const mirrored = (inner: string) => `<g transform="matrix(-1 0 0 1 400 0)">${inner}</g>`;
    const sleeve = sleeves ? fill(arm, paint.shade) + fill(cuff, paint.deep) : "";
    const pocket = `M132 ${hem - 96} h48 v54 q-24 8 -48 0 Z`;
    return [
      hood ? fill("M150 122 Q140 60 200 56 Q260 60 250 122 Q200 150 150 122 Z", paint.deep) : "",
      hood ? fill("M166 120 Q162 80 200 77 Q238 80 234 120 Q200 142 166 120 Z", paint.line) : "",
      sleeve,
      mirrored(sleeve),
      fill(body, paint.base),
      fill(`M200 130 Q226 128 248 118 L282 142 Q284 240 290 ${hem} Q245 ${hem + 7} 200 ${hem + 7} Z`, paint.shade),
      quilted
        ? rows(172, hem - 14, 34, (y) => seam(`M118 ${y} Q200 ${y + 12} 284 ${y}`, paint, 2.4))
        : fill(pocket, paint.shade) + mirrored(fill(pocket, paint.deep)),
      quilted ? "" : fill(`M128 ${hem - 100} h56 v18 q-28 10 -56 0 Z`, paint.light),
      quilted ? "" : mirrored(fill(`M128 ${hem - 100} h56 v18 q-28 10 -56 0 Z`, paint.base)),
      hood
        ? fill("M150 114 Q200 150 250 114 L256 132 Q200 168 144 132 Z", paint.light)
        : fill("M152 118 Q176 92 200 92 Q224 92 248 118 L226 152 L200 128 L174 152 Z", paint.deep),
      zip
        ? seam(`M200 140 V${hem + 6}`, paint, 4)
        : seam(`M200 130 V${hem + 7}`, paint) +
          dots(
            [0.15, 0.38, 0.61, 0.84].map((part) => [191, 140 + (hem - 140) * part] as const),
            BRASS,
            4.5,
          ),
      stitch(`M124 ${hem - 12} Q200 ${hem + 2} 276 ${hem - 12}`, paint),
    ].join("");
  };

const knit =
  (isCardigan: boolean): Drawing =>
  (paint) => {
    const arm = fill("M128 132 Q92 152 78 240 L70 338 Q90 348 108 340 L128 240 Z", paint.shade);
    const cuff = fill("M71 318 L70 342 Q90 352 108 344 L110 322 Q90 328 71 318 Z", paint.deep);
    const rib = rows(124, 276, 8, (x) => seam(`M${x} 352 V372`, paint, 1.6));
    const cable = rows(158, 330, 18, (y) =>
      [152, 248].map((x) => seam(`M${x - 9} ${y} q9 9 18 0 M${x - 9} ${y + 9} q9 -9 18 0`, paint, 2)).join(""),
    );
    return [
      arm + cuff,
      `<g transform="matrix(-1 0 0 1 400 0)">${arm}${cuff}</g>`,
      fill("M156 116 Q200 146 244 116 L276 136 Q282 250 280 376 Q200 384 120 376 Q118 250 124 136 Z", paint.base),
      fill(
        "M200 136 Q226 132 244 116 L276 136 Q282 250 280 376 Q240 380 200 380 Z",
        mix(paint.base, paint.shade, 0.55),
      ),
      fill("M120 350 Q200 360 280 350 V376 Q200 386 120 376 Z", paint.shade),
      rib,
      cable,
      isCardigan
        ? fill(
            "M156 114 Q170 200 193 236 V380 H207 V236 Q230 200 244 114 L232 106 Q222 180 200 216 Q178 180 168 106 Z",
            paint.deep,
          ) +
          dots(
            rows5(250, 364).map((y) => [200, y] as const),
            BRASS,
            5,
          )
        : fill("M154 116 Q200 92 246 116 Q200 160 154 116 Z", paint.deep) +
          fill("M168 116 Q200 104 232 116 Q200 138 168 116 Z", paint.line),
    ].join("");
  };
const rows5 = (from: number, to: number) => [0, 1, 2, 3, 4].map((at) => from + ((to - from) / 4) * at);

const beanie: Drawing = (paint) =>
  [
    fill("M104 300 Q98 150 200 146 Q302 150 296 300 Z", paint.base),
    fill("M200 146 Q302 150 296 300 H200 Z", mix(paint.base, paint.shade, 0.6)),
    rows(122, 278, 19.5, (x) => seam(`M${x} 292 Q${x + (200 - x) * 0.1} 200 ${200 + (x - 200) * 0.28} 152`, paint, 2)),
    fill("M96 282 Q200 300 304 282 L306 344 Q200 364 94 344 Z", paint.shade),
    rows(108, 292, 11.5, (x) => seam(`M${x} 294 V${350 - Math.abs(x - 200) * 0.06}`, paint, 2)),
    fill("M176 314 h48 v28 h-48 Z", LEATHER),
    stitch("M180 318 h40 v20 h-40 Z", paintOf(LEATHER)),
  ].join("");

const scarf: Drawing = (paint) => {
  const bands = (x: number, from: number) =>
    [0, 1, 2].map((at) => fill(`M${x} ${from + at * 22} h60 v9 h-60 Z`, at === 1 ? "#e9dfca" : paint.line)).join("");
  const fringe = (x: number, y: number) => rows(x + 4, x + 56, 8.6, (at) => seam(`M${at} ${y} v22`, paint, 3));
  return [
    fill("M206 190 h60 v190 h-60 Z", paint.shade),
    bands(206, 306),
    fringe(206, 380),
    fill("M112 176 Q130 116 200 112 Q270 116 288 176 Q290 224 200 232 Q110 224 112 176 Z", paint.base),
    fill("M142 168 Q160 140 200 138 Q240 140 258 168 Q240 190 200 192 Q160 190 142 168 Z", paint.line),
    fill("M112 176 Q130 214 200 216 Q270 214 288 176 Q294 240 200 246 Q106 240 112 176 Z", paint.light),
    fill("M144 214 h60 v196 h-60 Z", paint.base),
    bands(144, 330),
    fringe(144, 410),
    seam("M122 196 Q160 226 200 228 M140 214 Q170 238 210 238", paint, 2),
  ].join("");
};

type Boot = { top: number; laced: boolean; sole?: string };
const boot =
  ({ top, laced, sole = SOLE }: Boot): Drawing =>
  (paint) =>
    [
      fill(
        `M120 ${top} Q166 ${top - 12} 212 ${top} L218 256 Q262 286 312 298 Q338 306 338 344 H112 Q108 300 118 250 Z`,
        paint.base,
      ),
      fill(`M120 ${top} Q134 ${top - 6} 150 ${top - 7} Q140 250 150 344 H112 Q108 300 118 250 Z`, paint.shade),
      fill("M262 282 Q288 292 312 298 Q338 306 338 344 H256 Q252 306 262 282 Z", paint.deep),
      fill(`M120 ${top} Q166 ${top - 12} 212 ${top} L213 ${top + 16} Q166 ${top + 6} 119 ${top + 16} Z`, paint.deep),
      laced
        ? fill(`M180 ${top + 18} L213 ${top + 18} L218 256 L262 284 L244 306 L190 270 Z`, paint.shade) +
          rows(
            top + 30,
            246,
            22,
            (y) => `<path d="M178 ${y + 6} L216 ${y}" stroke="#efe2c8" stroke-width="5" stroke-linecap="round"/>`,
          ) +
          `<path d="M196 268 L226 262 M214 284 L246 278" stroke="#efe2c8" stroke-width="5" stroke-linecap="round"/>` +
          dots(
            [
              [178, top + 36],
              [179, top + 58],
              [181, top + 80],
            ],
            BRASS,
            3.6,
          )
        : fill(`M152 ${top + 4} Q166 ${top} 182 ${top + 4} L190 248 Q172 262 158 248 Z`, paint.line) +
          rows(156, 182, 6.5, (x) => seam(`M${x} ${top + 10} V246`, paintOf(paint.deep), 1.6)) +
          seam(`M214 ${top} q14 -22 2 -26 q-12 2 -8 24`, paint, 5),
      stitch("M118 324 Q220 330 254 326", paint),
      fill("M108 340 H342 V352 H108 Z", mix(sole, "#fff6e6", 0.3)),
      fill("M108 350 H342 Q344 372 332 374 H196 L188 366 H176 L170 374 H118 Q106 372 108 350 Z", sole),
    ].join("");

const clog: Drawing = (paint) =>
  [
    fill("M90 326 Q86 268 150 262 Q190 258 214 236 Q282 224 316 290 Q326 316 320 334 H92 Z", paint.base),
    fill("M214 236 Q282 224 316 290 Q326 316 320 334 H210 Q186 280 214 236 Z", paint.shade),
    fill("M100 284 Q130 254 176 262 Q206 268 196 286 Q150 300 100 284 Z", paint.line),
    fill("M96 296 Q130 262 214 250 L218 266 Q150 276 108 312 Z", LEATHER),
    dots(
      [
        [206, 260],
        [122, 292],
      ],
      BRASS,
      6,
    ),
    fill("M84 326 H326 Q334 362 318 366 H100 Q82 362 84 326 Z", "#c49a6c"),
    rows(104, 308, 17, (x) => seam(`M${x} 338 v18`, paintOf("#c49a6c"), 1.5)),
  ].join("");

const backpack =
  (isRollTop: boolean): Drawing =>
  (paint) =>
    [
      seam("M174 116 Q200 76 226 116", paintOf(paint.deep), 9),
      fill("M112 180 Q96 260 104 350 L126 360 V180 Z M288 180 Q304 260 296 350 L274 360 V180 Z", paint.deep),
      fill("M122 150 Q126 108 200 106 Q274 108 278 150 L290 356 Q288 384 200 386 Q112 384 110 356 Z", paint.base),
      fill("M200 106 Q274 108 278 150 L290 356 Q288 384 200 386 Z", mix(paint.base, paint.shade, 0.55)),
      isRollTop
        ? fill("M118 112 Q200 98 282 112 L284 152 Q200 166 116 152 Z", paint.light) +
          fill("M116 134 Q200 148 284 134 L284 152 Q200 166 116 152 Z", paint.shade) +
          fill("M190 118 h20 v110 h-20 Z", LEATHER) +
          `<rect x="185" y="196" width="30" height="22" rx="4" fill="none" stroke="${BRASS}" stroke-width="5"/>`
        : fill("M116 144 Q122 104 200 102 Q278 104 284 144 L286 208 Q200 236 114 208 Z", paint.shade) +
          [150, 238]
            .map(
              (x) =>
                fill(`M${x} 186 h14 v66 h-14 Z`, LEATHER) +
                `<rect x="${x - 4}" y="228" width="22" height="16" rx="3" fill="none" stroke="${BRASS}" stroke-width="4"/>`,
            )
            .join(""),
      fill("M134 268 Q200 282 266 268 L270 354 Q200 370 130 354 Z", paint.deep),
      stitch("M142 280 Q200 292 258 280 L261 346 Q200 358 139 346 Z", paint),
      fill("M184 300 h32 v22 h-32 Z", LEATHER),
    ].join("");

const tote: Drawing = (paint) =>
  [
    `<path d="M148 196 Q150 84 200 84 Q250 84 252 196" fill="none" stroke="${LEATHER}" stroke-width="12" stroke-linecap="round"/>`,
    fill("M104 188 Q200 176 296 188 L282 372 Q200 386 118 372 Z", paint.base),
    fill("M214 180 Q262 182 296 188 L282 372 Q250 380 222 380 Z", mix(paint.base, paint.shade, 0.7)),
    fill("M113 306 Q200 320 287 306 L282 372 Q200 386 118 372 Z", paint.deep),
    stitch("M112 204 Q200 192 288 204", paint),
    fill("M138 190 h20 v58 h-20 Z M242 190 h20 v58 h-20 Z", LEATHER),
    dots(
      [
        [148, 238],
        [252, 238],
      ],
      BRASS,
      4,
    ),
    seam("M170 250 Q200 262 230 250", paint, 2),
  ].join("");

const holdall: Drawing = (paint) =>
  [
    `<path d="M136 250 Q138 138 200 138 Q262 138 264 250" fill="none" stroke="${LEATHER}" stroke-width="12" stroke-linecap="round"/>`,
    fill("M70 258 Q78 206 132 204 H268 Q322 206 330 258 L336 352 Q336 374 312 374 H88 Q64 374 64 352 Z", paint.base),
    fill("M70 258 Q78 206 132 204 H268 Q322 206 330 258 Q200 232 70 258 Z", paint.light),
    fill(
      "M64 352 L68 296 Q96 300 112 374 H88 Q64 374 64 352 Z M336 352 L332 296 Q304 300 288 374 H312 Q336 374 336 352 Z",
      LEATHER,
    ),
    seam("M84 236 Q200 214 316 236", paint, 4),
    fill("M126 232 h20 v142 h-20 Z M254 232 h20 v142 h-20 Z", LEATHER),
    dots(
      [
        [136, 256],
        [264, 256],
        [136, 352],
        [264, 352],
      ],
      BRASS,
      4,
    ),
    stitch("M154 300 H246 V362 H154 Z", paint),
  ].join("");

const pouch: Drawing = (paint) =>
  [
    `<path d="M92 214 Q200 96 308 214" fill="none" stroke="${paint.deep}" stroke-width="13"/>`,
    fill("M92 214 Q200 196 308 214 Q322 330 268 346 Q200 358 132 346 Q78 330 92 214 Z", paint.base),
    fill("M92 214 Q200 196 308 214 Q310 250 300 276 Q200 304 100 276 Q90 250 92 214 Z", paint.shade),
    seam("M110 236 Q200 220 290 236", paintOf(BRASS), 4),
    fill("M186 268 h28 v40 h-28 Z", LEATHER),
    dots([[200, 298]], BRASS, 5),
    stitch("M122 326 Q200 348 278 326", paint),
  ].join("");

const mug: Drawing = (paint) =>
  [
    `<path d="M268 224 Q338 214 332 270 Q326 318 262 316" fill="none" stroke="${paint.shade}" stroke-width="20" stroke-linecap="round"/>`,
    fill("M106 196 H276 L268 340 Q266 366 238 368 H144 Q116 366 114 340 Z", paint.base),
    fill("M210 196 H276 L268 340 Q266 366 238 368 H206 Z", mix(paint.base, paint.shade, 0.6)),
    fill("M111 290 Q190 276 271 290 L268 340 Q266 366 238 368 H144 Q116 366 114 340 Z", "#e8dcc6"),
    fill("M206 284 Q240 284 271 290 L268 340 Q266 366 238 368 H206 Z", "#d9cab0"),
    `<ellipse cx="191" cy="196" rx="85" ry="20" fill="${paint.deep}"/><ellipse cx="191" cy="199" rx="74" ry="14" fill="#3a2a20"/>`,
    dots(
      [
        [140, 312],
        [168, 334],
        [232, 318],
        [208, 346],
        [150, 348],
        [250, 340],
      ],
      paint.shade,
      2.4,
    ),
    `<path d="M170 166 q-12 -18 0 -34 q12 -16 0 -34 M206 166 q-12 -18 0 -34 q12 -16 0 -34" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".45"/>`,
  ].join("");

const carafe: Drawing = (paint) =>
  [
    fill(
      "M150 112 L186 216 Q110 262 116 336 Q120 372 160 374 H240 Q280 372 284 336 Q290 262 214 216 L250 112 Z",
      "#e7eeec",
    ),
    fill("M124 306 Q200 294 276 306 Q284 330 284 336 Q280 372 240 374 H160 Q120 372 116 336 Z", "#4a2e1f"),
    fill("M124 306 Q200 294 276 306 Q200 322 124 306 Z", "#6b4630"),
    fill("M174 188 H226 L222 238 H178 Z", paint.base),
    fill("M200 188 H226 L222 238 H200 Z", paint.shade),
    seam("M176 222 H224", paintOf(LEATHER), 6),
    dots([[200, 222]], BRASS, 7),
    `<path d="M140 336 Q138 290 176 256" fill="none" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".7"/>`,
    `<ellipse cx="200" cy="112" rx="50" ry="10" fill="#cfdad7"/>`,
  ].join("");

const kettle: Drawing = (paint) =>
  [
    `<path d="M128 208 Q134 104 200 104 Q266 104 272 208" fill="none" stroke="${paint.deep}" stroke-width="9"/>`,
    `<path d="M168 104 Q200 92 232 104" fill="none" stroke="${LEATHER}" stroke-width="20" stroke-linecap="round"/>`,
    fill("M272 262 Q316 246 326 192 L346 196 Q342 290 276 322 Z", paint.shade),
    fill("M110 346 Q98 232 146 206 H254 Q302 232 290 346 Q288 366 262 366 H138 Q112 366 110 346 Z", paint.base),
    fill("M214 206 H254 Q302 232 290 346 Q288 366 262 366 H220 Q246 290 214 206 Z", paint.shade),
    fill("M148 206 Q200 176 252 206 Q200 222 148 206 Z", paint.deep),
    dots([[200, 184]], SOLE, 11),
    `<path d="M134 330 Q126 262 154 232" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" opacity=".4"/>`,
    fill("M112 350 Q200 362 288 350 L288 358 Q284 366 262 366 H138 Q114 366 112 358 Z", SOLE),
  ].join("");

const lamp: Drawing = (paint) =>
  [
    fill("M140 210 L60 372 H340 L260 210 Z", "#f6dfa4").replace("/>", ' opacity=".28"/>'),
    seam("M240 366 L262 232 L206 142", paintOf(BRASS), 8),
    dots([[262, 232]], SOLE, 9),
    fill("M186 366 Q240 340 294 366 V376 H186 Z", paint.deep),
    `<g transform="rotate(-18 190 160)">${fill("M152 118 Q190 92 228 118 L262 206 H118 Z", paint.base)}${fill("M190 104 Q214 106 228 118 L262 206 H190 Z", paint.shade)}<ellipse cx="190" cy="206" rx="72" ry="13" fill="#fbe7b4"/>${dots([[190, 104]], BRASS, 9)}</g>`,
  ].join("");

const lantern: Drawing = (paint) =>
  [
    `<path d="M146 184 Q146 84 200 84 Q254 84 254 184" fill="none" stroke="${paint.line}" stroke-width="5"/>`,
    fill("M164 150 Q200 118 236 150 L248 184 H152 Z", paint.base),
    fill("M200 132 Q224 136 236 150 L248 184 H200 Z", paint.shade),
    fill("M156 184 H244 L258 312 H142 Z", "#fbe9bf"),
    `<circle cx="200" cy="262" r="46" fill="#f7c766" opacity=".45"/>`,
    fill("M200 214 Q226 256 200 292 Q174 256 200 214 Z", "#e8913c"),
    fill("M200 244 Q212 268 200 290 Q188 268 200 244 Z", "#fff1c9"),
    seam("M156 186 L142 312 M244 186 L258 312 M149 248 H251", paint, 5),
    fill("M130 312 H270 L276 366 Q200 380 124 366 Z", paint.base),
    fill("M200 312 H270 L276 366 Q240 374 200 374 Z", paint.shade),
    dots([[278, 338]], BRASS, 9),
  ].join("");

const blanket: Drawing = (paint) => {
  const fold = (y: number, colour: string) =>
    fill(`M84 ${y} Q82 ${y - 50} 110 ${y - 50} H300 Q322 ${y - 50} 320 ${y - 24} Q320 ${y} 300 ${y} Z`, colour);
  const stripes = (y: number) =>
    fill(`M128 ${y - 50} h12 v50 h-12 Z M148 ${y - 50} h5 v50 h-5 Z`, "#efe4cf") +
    fill(`M162 ${y - 50} h26 v50 h-26 Z`, paint.line);
  return [
    fold(374, paint.deep),
    stripes(374),
    fold(320, paint.base),
    stripes(320),
    fold(266, paint.light),
    stripes(266),
    rows(228, 352, 54, (y) => seam(`M108 ${y + 6} H296`, paint, 1.6)),
    rows(220, 370, 7.5, (y) => seam(`M84 ${y} h-16`, paint, 2.4)),
    fill("M240 216 h44 v34 h-44 Z", "#f4ecdc"),
    seam("M248 228 h28 M248 238 h18", paint, 2),
  ].join("");
};

const vase: Drawing = (paint) => {
  const leaf = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${fill("M0 0 Q16 -22 0 -50 Q-16 -22 0 0 Z", "#7d8f6a")}${seam("M0 0 V-44", paintOf("#7d8f6a"), 1.4)}</g>`;
  return [
    seam("M200 240 Q196 160 178 92 M204 240 Q220 170 248 118 M198 240 Q180 190 146 158", paintOf("#7d8f6a"), 4),
    leaf(178, 96, -14) +
      leaf(188, 134, 40) +
      leaf(184, 150, -56) +
      leaf(248, 120, 30) +
      leaf(226, 160, 70) +
      leaf(216, 184, -20) +
      leaf(146, 160, -46) +
      leaf(168, 184, 20),
    fill(
      "M172 228 H228 Q226 256 252 284 Q288 330 250 366 Q200 384 150 366 Q112 330 148 284 Q174 256 172 228 Z",
      paint.base,
    ),
    fill("M206 228 H228 Q226 256 252 284 Q288 330 250 366 Q226 376 200 376 Q240 300 206 228 Z", paint.shade),
    `<ellipse cx="200" cy="228" rx="28" ry="7" fill="${paint.line}"/>`,
    seam("M137 306 Q200 322 263 306 M133 318 Q200 336 267 318", paint, 2),
    dots(
      [
        [156, 342],
        [176, 352],
        [226, 350],
        [246, 336],
        [206, 346],
      ],
      paint.deep,
      2.4,
    ),
  ].join("");
};

const candle: Drawing = (paint) =>
  [
    fill("M126 196 H274 V352 Q274 370 254 370 H146 Q126 370 126 352 Z", paint.base),
    fill("M214 196 H274 V352 Q274 370 254 370 H214 Z", paint.shade),
    `<ellipse cx="200" cy="196" rx="74" ry="17" fill="${paint.line}"/><ellipse cx="200" cy="200" rx="64" ry="12" fill="#f6ecd6"/>`,
    seam("M200 200 V172", paintOf(SOLE), 4),
    fill("M200 116 Q226 152 200 178 Q174 152 200 116 Z", "#eda44a"),
    fill("M200 142 Q210 160 200 176 Q190 160 200 142 Z", "#fff1c9"),
    fill("M150 248 H250 V324 H150 Z", "#f4ecdc"),
    seam("M166 270 H234 M176 286 H224 M184 302 H216", paint, 2.4),
  ].join("");

const DRAWINGS = {
  jacket: coat({ hem: 350 }),
  shell: coat({ hem: 356, hood: true, zip: true }),
  parka: coat({ hem: 392, hood: true }),
  vest: coat({ hem: 336, sleeves: false, quilted: true, zip: true }),
  sweater: knit(false),
  cardigan: knit(true),
  beanie,
  scarf,
  boot: boot({ top: 130, laced: true }),
  hiker: boot({ top: 172, laced: true, sole: "#7a4a2b" }),
  chelsea: boot({ top: 158, laced: false }),
  clog,
  pack: backpack(false),
  rolltop: backpack(true),
  tote,
  holdall,
  pouch,
  mug,
  carafe,
  kettle,
  lamp,
  lantern,
  blanket,
  vase,
  candle,
} as const satisfies Record<string, Drawing>;
export type DrawingName = keyof typeof DRAWINGS;

/** The picture of a product in a colour, 4 by 5, on the background that all pictures share. */
export function draw(name: DrawingName, colour: string): string {
  const wall = mix("#e9e3d6", colour, 0.1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500" width="800" height="1000"><defs><linearGradient id="w" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${mix(wall, "#ffffff", 0.25)}"/><stop offset="1" stop-color="${mix(wall, "#8d8472", 0.12)}"/></linearGradient><radialGradient id="s"><stop offset="0" stop-color="#2b261d" stop-opacity=".34"/><stop offset="1" stop-color="#2b261d" stop-opacity="0"/></radialGradient></defs><rect width="400" height="500" fill="url(#w)"/><g transform="translate(-34 -36) scale(1.17)"><ellipse cx="200" cy="384" rx="158" ry="20" fill="url(#s)"/>${DRAWINGS[name](paintOf(colour))}</g></svg>`;
}
