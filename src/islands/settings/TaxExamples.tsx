import { centsPerUnit } from "../../config/config.ts";
import { formatPercent, listOf } from "../../messages/numbers.ts";
import { taxTexts as texts } from "../../messages/settings.ts";
import { countryInText } from "../../messages/tool.ts";
import type { TaxConfig } from "../../shop/costs/tax.ts";
import { formatCents } from "../../values/money.ts";
import type { Choice } from "../../values/record-fields.ts";
import { type TaxExample, taxExamples } from "./tax-examples.ts";

interface Props {
	tax: TaxConfig;
	countries: readonly Choice[];
	/** The seller's. */
	country: string;
}

const priceCents = 10 * centsPerUnit;

/** What a tool of 10 of the shop's currency costs by the settings of the form, and what its invoice says. */
export function TaxExamples({ tax, countries, country }: Props) {
	const nameOf = (code: string) =>
		countryInText(countries.find(({ value }) => value === code)?.label ?? code);
	const examples = taxExamples(tax, priceCents, country);
	const price = formatCents(priceCents);
	const costs = ({ to, rate, netCents, taxCents }: TaxExample) => {
		const total = formatCents(netCents + taxCents);
		return tax.mode === "stripe"
			? texts.supposed(formatPercent(rate / 100), price, total)
			: texts.costs(price, total, to === "others" ? texts.elsewhere : listOf(to.map(nameOf)));
	};
	return (
		<section aria-labelledby="example" className="panel grid gap-3 p-4">
			<h2 id="example" className="text-2xl">
				{texts.example}
			</h2>
			<div role="status" className="grid gap-3">
				{examples.length === 0 && <p>{texts.unknown}</p>}
				{examples.map((one) => (
					<p key={String(one.to)}>
						{costs(one)}{" "}
						{one.taxCents === 0
							? texts.invoiceWithout(formatCents(one.netCents))
							: texts.invoiceSays(
									formatCents(one.netCents),
									formatPercent(one.rate / 100),
									formatCents(one.taxCents),
									formatCents(one.netCents + one.taxCents),
								)}
					</p>
				))}
			</div>
		</section>
	);
}
