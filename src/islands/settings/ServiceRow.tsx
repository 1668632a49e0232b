import { shippingTexts as texts } from "../../messages/settings.ts";
import { Button } from "../ui/Button.tsx";
import { Field, FieldError, SelectField } from "../ui/Field.tsx";
import type { ServiceFields, StepFields } from "./shipping-form.ts";

interface Props {
	service: ServiceFields;
	onChange: (changes: Partial<ServiceFields>) => void;
	/** Undefined for the only one. */
	onRemove: (() => void) | undefined;
	errors: readonly string[];
	disabled: boolean;
}

const priceKinds = ["nothing", "value", "weight"] as const;

/** A service of a zone: what it costs, and how long it takes. */
export function ServiceRow({ service, onChange, onRemove, errors, disabled }: Props) {
	const field = (name: Exclude<keyof ServiceFields, "by" | "steps">, label: string) => ({
		label,
		value: service[name],
		disabled,
		autoComplete: "off",
		onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
	});
	const { by, steps } = service;
	const setStep = (index: number, changes: Partial<StepFields>) =>
		onChange({ steps: steps.map((step, at) => (at === index ? { ...step, ...changes } : step)) });
	const emptyStep = { from: "", price: "" };
	return (
		<li className="grid gap-3 border-t border-base-300 pt-4">
			<div className="grid grid-cols-2 items-start gap-3 xl:grid-cols-4">
				<Field {...field("name", texts.service)} placeholder={texts.serviceHint} />
				<Field {...field("price", texts.price)} inputMode="decimal" />
				<Field {...field("freeFrom", texts.freeFrom)} inputMode="decimal" />
				<SelectField
					label={texts.dependsOn}
					value={by}
					disabled={disabled}
					onChange={({ target }) => {
						const kind = priceKinds.find((one) => one === target.value) ?? "nothing";
						onChange({ by: kind, steps: kind === "nothing" ? [] : [emptyStep] });
					}}
				>
					{priceKinds.map((kind) => (
						<option key={kind} value={kind}>
							{texts.by[kind]}
						</option>
					))}
				</SelectField>
			</div>
			{by !== "nothing" && (
				<ul className="grid gap-2">
					{steps.map((step, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name
						<li key={index} className="flex flex-wrap items-end gap-3">
							<Field
								label={texts.stepFrom[by]}
								value={step.from}
								disabled={disabled}
								inputMode="decimal"
								onChange={({ target }) => setStep(index, { from: target.value })}
							/>
							<Field
								label={texts.stepPrice}
								value={step.price}
								disabled={disabled}
								inputMode="decimal"
								onChange={({ target }) => setStep(index, { price: target.value })}
							/>
							<Button
								look="btn-ghost"
								disabled={disabled}
								onClick={() => onChange({ steps: steps.filter((_, at) => at !== index) })}
							>
								{texts.removeStep}
							</Button>
						</li>
					))}
					<li>
						<Button
							look="btn-sm btn-outline"
							disabled={disabled}
							onClick={() => onChange({ steps: [...steps, emptyStep] })}
						>
							{texts.addStep}
						</Button>
					</li>
				</ul>
			)}
			<div className="grid grid-cols-2 items-start gap-3 xl:grid-cols-4">
				<Field {...field("daysFrom", texts.daysFrom)} inputMode="numeric" />
				<Field {...field("daysTo", texts.daysTo)} inputMode="numeric" />
				<Field
					{...field("parcelKilos", texts.parcelKilos)}
					inputMode="decimal"
					hint={texts.parcelHint}
				/>
				{onRemove && (
					<Button
						look="btn-ghost justify-self-start self-start"
						disabled={disabled}
						onClick={onRemove}
					>
						{texts.removeService(service.name || texts.serviceHint)}
					</Button>
				)}
			</div>
			{errors.map((error) => (
				<FieldError key={error} message={error} />
			))}
		</li>
	);
}
