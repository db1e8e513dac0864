import { defineWords } from "../../words/words.ts";

export const marketsTexts = defineWords({
  en: {
    title: "Markets",
    lead: "Shoppers who wait in a market hear of stock in its locations, at its price.",
    none: "No markets",
    noneText:
      "Everybody who waits for a product hears of it, wherever the stock arrives. Add a market if you sell in several countries or currencies from different locations.",
    add: "Add a market",
    changeTitle: (name: string) => `Market ${name}`,
    changeOne: (name: string) => `Change the market ${name}`,
    removeOne: (name: string) => `Remove the market ${name}`,
    name: "Name",
    nameHint: "Small letters, digits and hyphens, such as eu or north-america. Your shop's pages name it.",
    currency: "Currency",
    currencyHint: "Of the market's own prices",
    url: "Beginning of its product pages",
    urlHint: "Such as https://shop.example/en-eu. Empty: the pages of the catalogue",
    locations: "Locations",
    locationsHint: "As your shop's platform reports them, separated by commas. Empty: the whole stock",
    allStock: "the whole stock",
    recount: "The stock of the markets is counted again. A market that comes into stock by that alerts those who wait.",
    removeText: "Its stock counts as empty, so those who wait there hear of nothing. Add it again, and they do.",
  },
  de: {
    title: "Märkte",
    lead: "Wer in einem Markt wartet, hört von Ware an dessen Standorten, zu dessen Preis.",
    none: "Keine Märkte",
    noneText:
      "Wer auf ein Produkt wartet, hört davon, wo immer Ware eintrifft. Legen Sie einen Markt an, wenn Sie in mehreren Ländern oder Währungen von verschiedenen Standorten aus verkaufen.",
    add: "Markt anlegen",
    changeTitle: (name: string) => `Markt ${name}`,
    changeOne: (name: string) => `Den Markt ${name} ändern`,
    removeOne: (name: string) => `Den Markt ${name} entfernen`,
    name: "Name",
    nameHint:
      "Kleine Buchstaben, Ziffern und Bindestriche, etwa eu oder north-america. Die Seiten Ihres Shops nennen ihn.",
    currency: "Währung",
    currencyHint: "Die der eigenen Preise des Marktes",
    url: "Anfang seiner Produktseiten",
    urlHint: "Etwa https://shop.example/en-eu. Leer: die Seiten des Katalogs",
    locations: "Standorte",
    locationsHint: "Wie die Plattform Ihres Shops sie meldet, durch Kommas getrennt. Leer: der ganze Bestand",
    allStock: "der ganze Bestand",
    recount: "Der Bestand der Märkte wird neu gezählt. Ein Markt, der dadurch Ware hat, benachrichtigt die Wartenden.",
    removeText:
      "Sein Bestand zählt als leer, und wer dort wartet, hört von nichts mehr. Legen Sie ihn wieder an, gilt alles wie zuvor.",
  },
});
