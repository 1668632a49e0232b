/** Areas of value-added tax: Directive 2006/112/EC, Articles 6 and 7. */
import { expect, it } from "vitest";
import { vatAreaOf } from "./vat-areas.ts";

it.each([
	["Monaco", "MC", "98000", "FR"],
	["Monaco, written as France", "FR", "98000", "FR"],
	["Akrotiri", "GB", "BF1 2AT", "CY"],
	["Dhekelia, as Cyprus", "CY", "7502", "CY"],
	["Northern Ireland", "GB", "bt1 5gs", "XI"],
	["Great Britain", "GB", "B1 1AA", undefined],
	["the Isle of Man", "IM", "IM1 1AA", undefined],
	["Jersey", "JE", "JE2 3AB", undefined],
	["the Canary Islands", "ES", "35001", undefined],
	["Tenerife", "ES", "38 001", undefined],
	["Ceuta", "ES", "51001", undefined],
	["Melilla", "ES", "52001", undefined],
	["the Balearic Islands", "ES", "07001", "ES"],
	["Åland", "FI", "22100", undefined],
	["Åland, by its own code", "AX", "22100", undefined],
	["Mount Athos", "GR", "630 86", undefined],
	["beside Mount Athos", "GR", "63075", "GR"],
	["Guadeloupe", "FR", "97110", undefined],
	["Réunion, by its own code", "RE", "97400", undefined],
	["New Caledonia", "FR", "98800", undefined],
	["Corsica", "FR", "20000", "FR"],
	["Büsingen", "DE", "78266", undefined],
	["Heligoland", "DE", "27498", undefined],
	["Germany", "DE", "10115", "DE"],
	["Livigno", "IT", "23041", undefined],
	["Campione d'Italia", "IT", "22061", undefined],
	["Italy", "IT", "22060", "IT"],
	["Madeira", "PT", "9000-001", "PT"],
	["a member state before the postal code is known", "ES", "", "ES"],
	["Switzerland", "CH", "8001", undefined],
])("%s is in its area", (_, country, postalCode, area) => {
	expect(vatAreaOf({ country, postalCode })).toBe(area);
});
