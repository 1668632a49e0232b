import { type SubmitEvent, useState } from "react";
import { holidayTexts as texts } from "../../messages/settings.ts";
import { type Holiday, holidayModes } from "../../shop/settings/holiday-modes.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { Field } from "../ui/Field.tsx";
import { RadioChoice } from "../ui/RadioChoice.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { SettingForm } from "./SettingForm.tsx";
import { useSaveSetting } from "./useSaveSetting.ts";

interface Props {
	version: number;
	holiday: Holiday | undefined;
}

/** A notice on every page for some days, longer delivery, or no orders. */
export function HolidaySettings({ version, holiday }: Props) {
	const { errors, sending, save } = useSaveSetting("holiday", version);
	const [isOn, setOn] = useState(holiday !== undefined);
	const [mode, setMode] = useState(holiday?.mode ?? "notice");
	const hydrated = useHydrated();
	const submit = (event: SubmitEvent<HTMLFormElement>) => {
		const values = Object.fromEntries(new FormData(event.currentTarget));
		const { text, from, to, moreDays } = values;
		void save(
			isOn
				? { text, from, to, mode, ...(mode === "longer" && { moreDays: Number(moreDays) }) }
				: null,
		);
	};
	return (
		<SettingForm
			className="grid max-w-2xl gap-5"
			sending={sending}
			errors={errors}
			onSubmit={submit}
		>
			<p>{texts.intro}</p>
			<Checkbox
				checked={isOn}
				disabled={!hydrated}
				onChange={({ target }) => setOn(target.checked)}
			>
				{texts.isOn}
			</Checkbox>
			{isOn && (
				<>
					<Field
						label={texts.text}
						name="text"
						hint={texts.textHint}
						defaultValue={holiday?.text}
						maxLength={200}
						type="text"
						error={errors.text}
					/>
					<div className="grid gap-5 sm:grid-cols-2">
						<Field
							label={texts.from}
							name="from"
							type="date"
							defaultValue={holiday?.from}
							error={errors.from}
						/>
						<Field
							label={texts.to}
							name="to"
							type="date"
							defaultValue={holiday?.to}
							error={errors.to}
						/>
					</div>
					<RadioChoice
						question={texts.mode}
						name="mode"
						choices={holidayModes}
						chosen={mode}
						onChoose={setMode}
						label={(value) => texts.modes[value]}
					/>
					{mode === "longer" && (
						<Field
							label={texts.moreDays}
							name="moreDays"
							type="number"
							min={1}
							max={60}
							defaultValue={holiday?.moreDays}
							error={errors.moreDays}
						/>
					)}
				</>
			)}
		</SettingForm>
	);
}
