import * as texts from "../../messages/settings.ts";
import type { Choice } from "../../values/record-fields.ts";
import type { Countries } from "../../values/typed-record.ts";
import { Button } from "../ui/Button.tsx";

interface Props {
	label: string;
	/** What all countries are called here. */
	all: string;
	chosen: Countries;
	options: readonly Choice[];
	onChange: (chosen: Countries) => void;
	disabled: boolean;
}

/** All countries, or some, which are added one by one. */
export function CountryList({ label, all, chosen, options, onChange, disabled }: Props) {
	const codes = chosen === "all" ? [] : chosen;
	const nameOf = (code: string) => options.find(({ value }) => value === code)?.label ?? code;
	return (
		<fieldset className="grid min-w-0 gap-2">
			<legend className="pb-1 font-semibold">{label}</legend>
			<div className="flex flex-wrap items-center gap-2">
				<select
					className="choice w-auto max-w-full"
					aria-label={label}
					disabled={disabled}
					value={chosen === "all" ? "all" : "some"}
					onChange={({ target }) => onChange(target.value === "all" ? "all" : codes)}
				>
					<option value="all">{all}</option>
					<option value="some">{texts.theseCountries}</option>
				</select>
				{chosen !== "all" && (
					<select
						className="choice w-auto max-w-full"
						aria-label={texts.addCountry}
						disabled={disabled}
						value=""
						onChange={({ target }) => onChange([...codes, target.value])}
					>
						<option value="">{texts.addCountry}</option>
						{options
							.filter(({ value }) => !codes.includes(value))
							.map(({ value, label: name }) => (
								<option key={value} value={value}>
									{name}
								</option>
							))}
					</select>
				)}
			</div>
			{codes.length > 0 && (
				<ul className="flex flex-wrap gap-2">
					{codes.map((code) => (
						<li key={code}>
							<Button
								look="btn-sm"
								disabled={disabled}
								aria-label={texts.removeCountry(nameOf(code))}
								onClick={() => onChange(codes.filter((other) => other !== code))}
							>
								{nameOf(code)} <span aria-hidden="true">×</span>
							</Button>
						</li>
					))}
				</ul>
			)}
		</fieldset>
	);
}
