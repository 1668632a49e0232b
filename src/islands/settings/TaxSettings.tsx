import { useState } from "react";
import { taxTexts as texts } from "../../messages/settings.ts";
import type { TaxConfig } from "../../shop/costs/tax.ts";
import { Button } from "../ui/Button.tsx";
import { Field, FieldError } from "../ui/Field.tsx";
import { RadioChoice } from "../ui/RadioChoice.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { CountryList, type CountryOption } from "./CountryList.tsx";
import { SettingForm } from "./SettingForm.tsx";
import { TaxExamples } from "./TaxExamples.tsx";
import {
	errorAt,
	errorsLeft,
	inOrder,
	type TaxRateFields,
	taxBehaviours,
	taxFieldsOf,
	taxModes,
	taxOf,
} from "./tax-form.ts";
import { useSaveSetting } from "./useSaveSetting.ts";

interface Props {
	version: number;
	/** What counts now. */
	tax: TaxConfig;
	/** Whether it was set here. */
	isStored: boolean;
	countries: readonly CountryOption[];
	/** The seller's. */
	country: string;
}

/** Whether prices include a tax, or Stripe Tax calculates it, or there is none. */
export function TaxSettings({ version, tax, isStored, countries, country }: Props) {
	const { errors: all, sending, save } = useSaveSetting("tax", version);
	const [sent, setSent] = useState<TaxConfig>();
	const [fields, setFields] = useState(() => taxFieldsOf(tax));
	const disabled = !useHydrated() || sending;
	const { mode, label, percent, behaviour } = fields;
	const rates = inOrder(fields.rates);
	const setting = taxOf({ ...fields, rates });
	const errors = errorsLeft(all, sent, setting);
	const problem = (path: string, name: string) => {
		const message = errorAt(errors, path);
		return message && texts.problem(name, message);
	};
	const setRate = (place: number, changes: Partial<TaxRateFields>) =>
		setFields({
			...fields,
			rates: rates.map((rate, at) => (at === place ? { ...rate, ...changes } : rate)),
		});
	return (
		<SettingForm
			className="grid max-w-3xl gap-6"
			sending={sending}
			errors={errors}
			onSubmit={() => {
				setSent(setting);
				void save(setting);
			}}
			onReset={isStored ? () => void save(null) : undefined}
		>
			<p className="max-w-prose">{texts.intro}</p>
			<RadioChoice
				question={texts.mode}
				name="mode"
				choices={taxModes}
				chosen={mode}
				onChoose={(chosen) => setFields({ ...fields, mode: chosen })}
				label={(value) => {
					const [name, meaning] = texts.modes[value];
					return (
						<>
							<span className="block font-semibold">{name}</span>
							<span className="text-quiet">{meaning}</span>
						</>
					);
				}}
			/>
			<FieldError message={errors.mode} />
			{mode === "included" && (
				<>
					<div className="grid items-start gap-5 sm:grid-cols-2">
						<Field
							label={texts.label}
							hint={texts.labelHint}
							error={problem("label", texts.label)}
							value={label}
							disabled={disabled}
							autoComplete="off"
							onChange={({ target }) => setFields({ ...fields, label: target.value })}
						/>
						<Field
							label={texts.percent}
							hint={texts.percentHint}
							error={problem("percent", texts.percent)}
							value={percent}
							disabled={disabled}
							inputMode="decimal"
							autoComplete="off"
							onChange={({ target }) => setFields({ ...fields, percent: target.value })}
						/>
					</div>
					<section aria-labelledby="rates" className="grid gap-4">
						<h2 id="rates" className="text-2xl">
							{texts.rates}
						</h2>
						<p className="max-w-prose text-quiet">{texts.ratesHint}</p>
						{rates.map((rate, place) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: rates have no other name
							<fieldset key={place} className="grid gap-3 border-t border-base-300 pt-4">
								<legend className="sr-only">{texts.rate(place + 1)}</legend>
								<CountryList
									label={texts.where}
									all={texts.otherCountries}
									chosen={rate.countries}
									options={countries}
									onChange={(chosen) => setRate(place, { countries: chosen })}
									disabled={disabled}
								/>
								<FieldError message={problem(`rates.${place}.countries`, texts.countries)} />
								<div className="flex flex-wrap items-end gap-3">
									<Field
										label={texts.percent}
										error={problem(`rates.${place}.percent`, texts.percent)}
										value={rate.percent}
										disabled={disabled}
										inputMode="decimal"
										autoComplete="off"
										onChange={({ target }) => setRate(place, { percent: target.value })}
									/>
									<Button
										look="btn-ghost"
										disabled={disabled}
										onClick={() =>
											setFields({ ...fields, rates: rates.filter((one) => one !== rate) })
										}
									>
										{texts.removeRate(place + 1)}
									</Button>
								</div>
							</fieldset>
						))}
						<p>
							<Button
								look="btn-outline"
								disabled={disabled}
								onClick={() =>
									setFields({ ...fields, rates: [...rates, { countries: [], percent: "" }] })
								}
							>
								{texts.addRate}
							</Button>
						</p>
					</section>
				</>
			)}
			{mode === "stripe" && (
				<RadioChoice
					question={texts.behaviour}
					name="behaviour"
					choices={taxBehaviours}
					chosen={behaviour}
					onChoose={(chosen) => setFields({ ...fields, behaviour: chosen })}
					label={(value) => texts.behaviours[value]}
				/>
			)}
			<FieldError message={problem("behaviour", texts.stripesTax)} />
			<TaxExamples tax={setting} countries={countries} country={country} />
		</SettingForm>
	);
}
