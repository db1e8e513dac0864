import type { DrawingName } from "./draw.ts";

// The shop's products. Prices are in euros; `stock` is the quantity at the start.

export const CATEGORIES = ["Outerwear", "Knitwear", "Footwear", "Carry", "Home"] as const;
type Category = (typeof CATEGORIES)[number];

const COLOURS = {
  Moss: "#5c6b4a",
  Ink: "#2f4a63",
  Bark: "#7d6240",
  Rust: "#a9552f",
  Slate: "#454e4f",
  Oat: "#c9b79a",
  Bramble: "#6f2f3a",
  Lichen: "#c39a3c",
  Loch: "#6f8a88",
} as const;
type Colour = keyof typeof COLOURS;

export type Variant = {
  /** Keepsake calls it `epi`. */
  readonly id: number;
  readonly name: string;
  readonly colour: Colour;
  readonly size: string | undefined;
  readonly stock: number;
};
export type Product = {
  /** Keepsake calls it `empi`. */
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly category: Category;
  readonly price: number;
  readonly drawing: DrawingName;
  readonly about: string;
  readonly facts: readonly string[];
  readonly variants: readonly Variant[];
};

const CLOTHES = ["S", "M", "L", "XL"];
const SHOES = ["38", "40", "42", "44"];

let created = 0;
/** Creates a variant for every colour and size. Variants named in `soldOut` ("Moss / M") start without stock. */
function product(
  name: string,
  category: Category,
  price: number,
  drawing: DrawingName,
  colours: readonly Colour[],
  { about, facts, soldOut = [] }: { about: string; facts: readonly string[]; soldOut?: readonly string[] },
): Product {
  created += 1;
  const id = 7000 + created;
  const sizes =
    category === "Outerwear" || name.endsWith("Sweater") || name.endsWith("Cardigan")
      ? CLOTHES
      : category === "Footwear"
        ? SHOES
        : [undefined];
  const variants = colours.flatMap((colour) =>
    sizes.map((size) => ({ colour, size, name: size ? `${colour} / ${size}` : colour })),
  );
  return {
    id,
    slug: name.toLowerCase().replaceAll(" ", "-"),
    name,
    category,
    price,
    drawing,
    about,
    facts,
    variants: variants.map((variant, index) => ({
      ...variant,
      id: id * 100 + index,
      stock: soldOut.includes(variant.name) ? 0 : 4 + ((id + index * 5) % 11),
    })),
  };
}

export const PRODUCTS: readonly Product[] = [
  product("Fell Jacket", "Outerwear", 245, "jacket", ["Moss", "Ink", "Rust"], {
    about: "The one by the door. Dry-waxed cotton that shrugs off a morning of drizzle and looks better for it.",
    facts: [
      "Dry-waxed organic cotton, 280 g",
      "Four pockets, two of them for hands",
      "Re-waxed by us, free, for as long as you own it",
    ],
    soldOut: ["Moss / M"],
  }),
  product("Tarn Boot", "Footwear", 289, "boot", ["Bark", "Slate"], {
    about: "Stitched, not glued. A high boot for wet paths that can be resoled more often than you will need.",
    facts: [
      "Vegetable-tanned leather, 2.4 mm",
      "Welted, resoled in our workshop",
      "Fits true to size; half sizes go up",
    ],
    soldOut: ["Bark / 42"],
  }),
  product("Ferry Mug", "Home", 24, "mug", ["Moss", "Rust", "Ink"], {
    about: "Thrown by hand on the west coast, half glazed, and large enough for a proper coffee.",
    facts: ["Stoneware, 350 ml", "Dishwasher safe", "Each one a little different"],
  }),
  product("Drover Pack", "Carry", 165, "pack", ["Slate", "Moss"], {
    about: "A day's worth of everything. Two buckles, no zips that can break, a back that stays dry.",
    facts: ["Waxed canvas, bridle leather", "22 litres, takes a 15 inch laptop", "Repaired for life"],
  }),
  product("Harbour Sweater", "Knitwear", 139, "sweater", ["Oat", "Ink", "Loch"], {
    about: "Cabled by people who know the sea. Warm when wet, and soft from the first day.",
    facts: ["Undyed and plant-dyed lambswool", "Knitted in one piece, no side seams", "Wash cold, dry flat"],
  }),
  product("Bothy Lamp", "Home", 118, "lamp", ["Rust", "Loch"], {
    about: "Points where you read and nowhere else. Spun steel, a brass joint that holds its place.",
    facts: ["Spun steel, enamelled", "E14 bulb included, 2700 K", "Cable of 2 m, cotton covered"],
  }),
  product("Squall Shell", "Outerwear", 310, "shell", ["Ink", "Lichen"], {
    about: "For the days that mean it. Three layers, a hood that turns with your head, nothing that rustles.",
    facts: ["Three-layer recycled nylon", "20,000 mm, seams taped", "420 g in size M"],
    soldOut: ["Lichen / L"],
  }),
  product("Market Tote", "Carry", 68, "tote", ["Bramble", "Oat"], {
    about: "Bread, leeks, a book. Carries more than it looks and stands by itself.",
    facts: ["Canvas, 18 oz", "Leather handles, riveted", "16 litres"],
  }),
  product("Watch Beanie", "Knitwear", 39, "beanie", ["Lichen", "Slate", "Bramble"], {
    about: "Ribbed, close, and the right length. Stays on in wind.",
    facts: ["Merino, extra fine", "One size", "Does not itch; we asked"],
  }),
  product("Ember Lantern", "Home", 74, "lantern", ["Slate"], {
    about: "Light for the porch and the tent. Burns for ten hours on a small tank.",
    facts: ["Steel and heat-proof glass", "Lamp oil or candle", "31 cm with its handle"],
  }),
  product("Peat Chelsea", "Footwear", 219, "chelsea", ["Bark", "Slate"], {
    about: "On in a second, fine at dinner. The elastic can be replaced when it tires.",
    facts: ["Suede, proofed", "Natural rubber sole", "Made in a family workshop of nine"],
  }),
  product("Croft Blanket", "Home", 129, "blanket", ["Oat", "Loch", "Rust"], {
    about: "Woven from wool that others throw away. Heavy enough to nap under.",
    facts: ["Recycled wool", "140 by 190 cm", "Fringed by hand"],
  }),
  product("Gannet Parka", "Outerwear", 385, "parka", ["Bark", "Slate"], {
    about: "Long, lined and quiet. For waiting on platforms and watching the sea.",
    facts: ["Cotton and recycled down", "Two-way closure", "Inside pocket for a paperback"],
  }),
  product("Rowan Cardigan", "Knitwear", 149, "cardigan", ["Bramble", "Moss"], {
    about: "The one you forget to take off. Horn buttons, deep pockets, a collar that lies flat.",
    facts: ["Lambswool", "Buttons of natural horn", "A spare one is sewn inside"],
  }),
  product("Roll Top", "Carry", 142, "rolltop", ["Oat", "Ink"], {
    about: "Closes over a little or a lot. Rain runs off it, and so do coffee and ink.",
    facts: ["Waxed canvas", "18 to 26 litres", "Sleeve for a 14 inch laptop"],
  }),
  product("Hearth Kettle", "Home", 89, "kettle", ["Loch", "Rust"], {
    about: "Sings a little before it boils. Enamel on steel, for every kind of hob.",
    facts: ["Enamelled steel", "1.8 litres", "Oak handle that stays cool"],
  }),
  product("Ridge Hiker", "Footwear", 239, "hiker", ["Ink", "Moss"], {
    about: "Light enough for the city, honest enough for the hill.",
    facts: ["Nubuck and cork", "Grips on wet rock", "Laces of recycled cord"],
  }),
  product("Long Scarf", "Knitwear", 72, "scarf", ["Loch", "Bramble"], {
    about: "Twice around and still something to hold on to.",
    facts: ["Lambswool", "30 by 210 cm", "Woven on old looms"],
  }),
  product("Weekend Holdall", "Carry", 198, "holdall", ["Lichen", "Slate"], {
    about: "Two days, one bag. Fits under the seat in front of you.",
    facts: ["Waxed canvas, bridle leather", "34 litres", "Feet of brass"],
  }),
  product("Slow Carafe", "Home", 62, "carafe", ["Ink"], {
    about: "Coffee that takes its four minutes. A collar of wool felt keeps fingers cool.",
    facts: ["Borosilicate glass", "600 ml", "Takes ordinary paper filters"],
  }),
  product("Wether Vest", "Outerwear", 175, "vest", ["Rust", "Slate"], {
    about: "The layer between. Filled with wool, so that it works when damp.",
    facts: ["Recycled shell, wool filling", "Packs into its pocket", "Zip both ways"],
  }),
  product("Yard Clog", "Footwear", 95, "clog", ["Rust", "Moss"], {
    about: "For the ten steps to the shed, and then for the whole day.",
    facts: ["Oiled leather on alder wood", "Cork footbed", "Goes up: wear with socks"],
  }),
  product("Stile Pouch", "Carry", 54, "pouch", ["Loch", "Rust"], {
    about: "Keys, phone, one apple. Across the chest or around the waist.",
    facts: ["Waxed canvas", "2 litres", "Strap from 70 to 120 cm"],
  }),
  product("Birch Candle", "Home", 32, "candle", ["Oat", "Moss"], {
    about: "Smoke, birch and a little salt. Fifty evenings of it.",
    facts: ["Rapeseed wax, cotton wick", "50 hours", "The jar is a tumbler afterwards"],
  }),
];

export const colourOf = ({ colour }: Variant) => COLOURS[colour];
export const findProduct = (slug: string) => PRODUCTS.find((one) => one.slug === slug);

const BY_VARIANT = new Map(
  PRODUCTS.flatMap((one) => one.variants.map((variant) => [variant.id, { product: one, variant }] as const)),
);
export const findVariant = (id: number) => BY_VARIANT.get(id);
export type Sold = NonNullable<ReturnType<typeof findVariant>>;

/** A product matches when its name, category, description or colours contain every word. */
export function findProducts({ words, category }: { words: string; category: string }): Product[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return PRODUCTS.filter((one) => {
    const text = [one.name, one.category, one.about, ...one.variants.map(({ colour }) => colour)]
      .join(" ")
      .toLowerCase();
    return (category === "" || one.category === category) && wanted.every((word) => text.includes(word));
  });
}
