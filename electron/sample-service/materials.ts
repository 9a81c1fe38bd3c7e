/** A material of the sample company, with the name that is usual in the trade. */
export interface Material {
  readonly kind: "film" | "foil" | "fabric" | "cable";
  readonly name: string;
  /** The width in millimetres; null for cable. */
  readonly width: number | null;
  /** The thickness: micrometres for films and foils, millimetres for fabrics; null for cable. */
  readonly thickness: number | null;
  /** The density: g/cm³ for films and foils, g/m² for fabrics, kg/km for cable. */
  readonly density: number;
  /** The kilograms of one metre. They give the weight of an item. */
  readonly kilogramsPerMetre: number;
  readonly pricePerFoot: number;
  /** The usual length of a new roll or drum, in metres. */
  readonly fullLength: number;
}

type Size = readonly [thickness: number, width: number];
type Rolled = readonly [
  name: string,
  density: number,
  price: number,
  fullLength: number,
  sizes: readonly Size[],
];

const FILMS: readonly Rolled[] = [
  ["PET film", 1.39, 0.42, 3000, [[12, 1000], [19, 1200], [23, 1200], [36, 1000], [50, 1500], [75, 1200]]], // prettier-ignore
  ["BOPP film", 0.905, 0.27, 4000, [[20, 800], [25, 1000], [30, 1200], [40, 1400]]], // prettier-ignore
  ["LDPE film", 0.92, 0.31, 1200, [[50, 1500], [80, 2000], [100, 2000], [150, 3000]]], // prettier-ignore
  ["CPP film", 0.9, 0.29, 3000, [[25, 1000], [30, 1000], [50, 1200]]], // prettier-ignore
  ["PVC cling film", 1.25, 0.12, 1500, [[9, 450], [12, 600]]], // prettier-ignore
  ["PA film", 1.14, 0.74, 2000, [[15, 1000], [25, 1200]]], // prettier-ignore
  ["Metallised PET film", 1.4, 0.66, 2500, [[12, 1200], [23, 1000]]], // prettier-ignore
  ["PLA film", 1.24, 0.83, 1500, [[20, 800]]], // prettier-ignore
];

const FOILS: readonly Rolled[] = [
  ["Aluminium foil", 2.7, 0.95, 1500, [[9, 450], [12, 600], [20, 800], [30, 450], [50, 1000]]], // prettier-ignore
  ["Copper foil", 8.96, 6.4, 500, [[18, 550], [35, 550], [70, 600]]], // prettier-ignore
  ["Stainless steel foil 1.4310", 7.9, 9.2, 250, [[50, 300]]], // prettier-ignore
  ["Brass foil", 8.5, 7.7, 200, [[100, 300]]], // prettier-ignore
];

const FABRICS: readonly (readonly [
  name: string,
  grams: number,
  thickness: number,
  width: number,
  price: number,
])[] = [
  ["Cordura 500D fabric, black", 220, 0.36, 1500, 4.1],
  ["Cordura 1000D fabric, olive", 320, 0.52, 1500, 4.9],
  ["Cotton canvas 12 oz, natural", 410, 0.74, 1600, 3.2],
  ["Cotton twill 8 oz, navy", 270, 0.48, 1500, 2.8],
  ["Polyester satin, ivory", 120, 0.18, 1500, 1.6],
  ["Ripstop nylon 70D, orange", 65, 0.1, 1480, 2.2],
  ["Ripstop nylon 40D, grey", 48, 0.08, 1480, 2.4],
  ["Softshell three-layer, black", 310, 0.9, 1450, 6.8],
  ["Fleece 300, charcoal", 300, 2.6, 1500, 3.4],
  ["Linen 190 g, undyed", 190, 0.41, 1400, 5.1],
  ["Mesh spacer 3D, black", 280, 3.1, 1600, 4.4],
  ["Tarpaulin PVC 650, blue", 650, 0.55, 2500, 2.9],
  ["Glass fibre cloth 200 g, plain", 200, 0.2, 1270, 3.9],
  ["Carbon fibre twill 245 g", 245, 0.28, 1270, 14.5],
  ["Aramid fabric 170 g", 170, 0.25, 1200, 11.8],
  ["Felt 3 mm, anthracite", 550, 3, 1800, 3.3],
];

const CABLES: readonly (readonly [
  name: string,
  kilogramsPerKm: number,
  price: number,
  fullLength: number,
])[] = [
  ["NYM-J 3×1.5 mm² cable", 135, 0.38, 500],
  ["NYM-J 5×2.5 mm² cable", 270, 0.86, 500],
  ["NYY-J 4×16 mm² cable", 950, 4.7, 250],
  ["H07V-K 1×6 mm² wire", 75, 0.51, 500],
  ["H07RN-F 3G2.5 mm² cable", 220, 1.12, 300],
  ["LiYCY 4×0.75 mm² cable", 80, 0.64, 500],
  ["YSLY-JZ 7×1 mm² cable", 150, 0.79, 500],
  ["Cat 6A S/FTP cable", 60, 0.47, 1000],
  ["Coax RG-6 cable", 45, 0.21, 500],
  ["Fibre OM4 12-core cable", 30, 1.35, 2000],
];

const grouped = new Intl.NumberFormat("en-US");

const rolled = (kind: "film" | "foil", list: readonly Rolled[]): readonly Material[] =>
  list.flatMap(([name, density, price, fullLength, sizes]) =>
    sizes.map(([thickness, width]) => ({
      kind,
      name: `${name} ${thickness} µm × ${grouped.format(width)} mm`,
      width,
      thickness,
      density,
      kilogramsPerMetre: (width / 1000) * thickness * 1e-6 * density * 1000,
      pricePerFoot: Math.round(price * (width / 1000) * (1 + thickness / 100) * 100) / 100,
      fullLength,
    })),
  );

/** The sixty materials of the sample company: films, foils, fabrics and cable. */
export const MATERIALS: readonly Material[] = [
  ...rolled("film", FILMS),
  ...rolled("foil", FOILS),
  ...FABRICS.map(([name, grams, thickness, width, pricePerFoot]): Material => ({
    kind: "fabric",
    name: `${name}, ${grouped.format(width)} mm`,
    width,
    thickness,
    density: grams,
    kilogramsPerMetre: (grams / 1000) * (width / 1000),
    pricePerFoot,
    fullLength: 100,
  })),
  ...CABLES.map(([name, kilogramsPerKm, pricePerFoot, fullLength]): Material => ({
    kind: "cable",
    name,
    width: null,
    thickness: null,
    density: kilogramsPerKm,
    kilogramsPerMetre: kilogramsPerKm / 1000,
    pricePerFoot,
    fullLength,
  })),
];

/** The twelve places that hold the sample company's stock. */
export const PLACES: readonly string[] = [
  "Hall 1",
  "Hall 2",
  "Hall 3, high rack",
  "Cold store",
  "Quarantine cage",
  "Goods in",
  "Dispatch",
  "Cutting room",
  "Cable yard",
  "Fabric loft",
  "Offcut shelves",
  "External store Lindenweg",
];
