import { type ReactNode, useState } from "react";
import { shippingTexts as texts } from "../../messages/settings.ts";
import type { ShippingConfig } from "../../shop/costs/shipping.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Field, FieldError, SelectField, TextareaField } from "../ui/Field.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { CountryList, type CountryOption } from "./CountryList.tsx";
import { ServiceRow } from "./ServiceRow.tsx";
import { SettingForm } from "./SettingForm.tsx";
import { ShippingExample } from "./ShippingExample.tsx";
import {
	errorsByService,
	fieldsOf,
	newService,
	type PlaceFields,
	shippingOf,
	type ZoneFields,
} from "./shipping-form.ts";
import { useSaveSetting } from "./useSaveSetting.ts";

interface Props {
	version: number;
	/** What counts now. */
	shipping: ShippingConfig;
	/** Whether it was set here. */
	isStored: boolean;
	countries: readonly CountryOption[];
	/** The seller's. */
	country: string;
	/** In UTC milliseconds. */
	now: number;
}

/** Where the shop ships to, by which services, and what they cost. */
export function ShippingSettings({ version, shipping, isStored, countries, country, now }: Props) {
	const { errors, sending, save } = useSaveSetting("shipping", version);
	const [fields, setFields] = useState(() => fieldsOf(shipping));
	const disabled = !useHydrated() || sending;
	const { zones, pickup, sender } = fields;
	const wrong = errorsByService(fields, errors);
	const setZones = (changed: ZoneFields[]) => setFields({ ...fields, zones: changed });
	const setZone = (place: number, changes: Partial<ZoneFields>) =>
		setZones(zones.map((zone, at) => (at === place ? { ...zone, ...changes } : zone)));
	return (
		<SettingForm
			className="grid gap-6"
			sending={sending}
			errors={errors}
			onSubmit={() => void save(shippingOf(fields))}
			onReset={isStored ? () => void save(null) : undefined}
		>
			<p className="max-w-prose">{texts.intro}</p>
			<CountryList
				label={texts.shipsTo}
				all={texts.allCountries}
				chosen={fields.countries}
				options={countries}
				onChange={(chosen) => setFields({ ...fields, countries: chosen })}
				disabled={disabled}
			/>
			{zones.map((zone, place) => {
				const { services } = zone;
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: zones have no other name
					<section key={place} aria-labelledby={`zone-${place}`} className="card">
						<h2 id={`zone-${place}`} className="text-2xl">
							{texts.zone(place + 1)}
						</h2>
						<CountryList
							label={texts.where}
							all={zones.length > 1 ? texts.otherCountries : texts.allCountries}
							chosen={zone.countries}
							options={countries}
							onChange={(chosen) => setZone(place, { countries: chosen })}
							disabled={disabled}
						/>
						<Field
							label={texts.postalCodes}
							hint={texts.postalCodesHint}
							value={zone.postalCodes}
							disabled={disabled}
							autoComplete="off"
							onChange={({ target }) => setZone(place, { postalCodes: target.value })}
						/>
						<ul className="grid gap-4">
							{services.map((service, index) => (
								<ServiceRow
									// biome-ignore lint/suspicious/noArrayIndexKey: their names are typed
									key={index}
									service={service}
									errors={wrong.services.get(`${place} ${index}`) ?? []}
									disabled={disabled}
									onChange={(changes) =>
										setZone(place, {
											services: services.map((one, at) =>
												at === index ? { ...one, ...changes } : one,
											),
										})
									}
									onRemove={
										services.length > 1
											? () =>
													setZone(place, { services: services.filter((one) => one !== service) })
											: undefined
									}
								/>
							))}
						</ul>
						<div className="flex flex-wrap gap-3">
							<Button
								look="btn-outline"
								disabled={disabled}
								onClick={() => setZone(place, { services: [...services, newService] })}
							>
								{texts.addService}
							</Button>
							{zones.length > 1 && (
								<Button
									look="btn-ghost"
									disabled={disabled}
									onClick={() => setZones(zones.filter((one) => one !== zone))}
								>
									{texts.removeZone}
								</Button>
							)}
						</div>
					</section>
				);
			})}
			<p>
				<Button
					look="btn-outline"
					disabled={disabled}
					onClick={() =>
						setZones([...zones, { countries: [], postalCodes: "", services: [newService] }])
					}
				>
					{texts.addZone}
				</Button>
			</p>
			<Field
				label={texts.defaultKilos}
				value={fields.defaultKilos}
				disabled={disabled}
				inputMode="decimal"
				autoComplete="off"
				onChange={({ target }) => setFields({ ...fields, defaultKilos: target.value })}
			/>
			<Checkbox
				checked={pickup !== undefined}
				disabled={disabled}
				onChange={({ target }) =>
					setFields({ ...fields, pickup: target.checked ? { ...noPickup, country } : undefined })
				}
			>
				{texts.pickup}
			</Checkbox>
			{pickup && (
				<Place
					place={pickup}
					countries={countries}
					disabled={disabled}
					onChange={(changes) => setFields({ ...fields, pickup: { ...pickup, ...changes } })}
					more={(field) => (
						<>
							<TextareaField {...field("text", texts.pickupText)} rows={2} />
							<Field {...field("daysFrom", texts.daysFrom)} inputMode="numeric" />
							<Field {...field("daysTo", texts.daysTo)} inputMode="numeric" />
						</>
					)}
				/>
			)}
			<Checkbox
				checked={sender !== undefined}
				disabled={disabled}
				onChange={({ target }) =>
					setFields({
						...fields,
						sender: target.checked ? { ...noPlace, country, phone: "" } : undefined,
					})
				}
			>
				{texts.sender}
			</Checkbox>
			{sender && (
				<Place
					place={sender}
					countries={countries}
					disabled={disabled}
					onChange={(changes) => setFields({ ...fields, sender: { ...sender, ...changes } })}
					more={(field) => <Field {...field("phone", texts.phone)} />}
				/>
			)}
			<ShippingExample
				shipping={shippingOf(fields)}
				countries={countries}
				country={country}
				now={now}
			/>
			{wrong.others.map((error) => (
				<FieldError key={error} message={error} />
			))}
		</SettingForm>
	);
}

const noPlace = { line1: "", city: "", region: "", postalCode: "" };
const noPickup = { ...noPlace, text: "", daysFrom: "", daysTo: "" };

interface PlaceProps<Fields extends PlaceFields> {
	place: Fields;
	countries: readonly CountryOption[];
	disabled: boolean;
	onChange: (changes: Partial<Fields>) => void;
	/** What follows the address. */
	more: (field: (name: keyof Fields, label: string) => FieldProps) => ReactNode;
}

interface FieldProps {
	label: string;
	value: string;
	disabled: boolean;
	autoComplete: string;
	onChange: (event: { target: { value: string } }) => void;
}

/** An address of the shop. */
function Place<Fields extends PlaceFields>(props: PlaceProps<Fields>) {
	const { place, countries, disabled, onChange, more } = props;
	const field = (name: keyof Fields, label: string): FieldProps => ({
		label,
		value: String(place[name]),
		disabled,
		autoComplete: "off",
		onChange: ({ target }) => onChange({ ...place, [name]: target.value }),
	});
	return (
		<div className="grid items-start gap-3 border-s-2 border-base-300 ps-4 sm:grid-cols-2">
			<Field {...field("line1", texts.line1)} />
			<Field {...field("city", texts.city)} />
			<Field {...field("region", texts.region)} />
			<Field {...field("postalCode", texts.postalCode)} />
			<SelectField {...field("country", texts.country)}>
				{countries.map(({ value, label }) => (
					<option key={value} value={value}>
						{label}
					</option>
				))}
			</SelectField>
			{more(field)}
		</div>
	);
}
