import { type ReactNode, useState } from "react";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/settings.ts";
import type { SettingTopic } from "../../shop/settings/setting-topics.ts";
import { saveSettingEndpoint } from "../../shop/settings/settings.api.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import type { FieldErrors } from "../../values/field-errors.ts";
import type { Choice } from "../../values/record-fields.ts";
import {
	type FormFacts,
	type FormFields,
	isShown,
	storedOf,
	typedOf,
} from "../../values/typed-record.ts";
import { RecordFields } from "../records/RecordFields.tsx";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { showErrors } from "../ui/show-errors.ts";
import { leaveWithoutWarning } from "../ui/unsaved-changes.ts";
import { useFieldErrors } from "../ui/useFieldErrors.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { useSend } from "../ui/useSend.ts";

export interface StoredSetting {
	topic: SettingTopic;
	version: number;
	/** Whether it was set here. */
	isStored: boolean;
}

interface Props<Form> extends StoredSetting {
	fields: FormFields;
	/** What counts now, as its fields have it. */
	form: Form;
	/** The setting that the form means, if it is another, and the path in the form of a path in that. */
	settingOf?: (form: Form) => object;
	placeOf?: (form: Form) => (path: string) => string;
	choices?: Readonly<Record<string, readonly Choice[]>>;
	/** What the button says that goes back to shop.config.ts. */
	resetLabel?: string;
	/** What follows the fields. */
	children?: (form: Form, facts: FormFacts) => ReactNode;
}

/** The form of a setting, from the description of its fields. */
export function SettingForm<Form extends object>(props: Props<Form>) {
	const { topic, version, isStored, fields, form: initial, choices = {} } = props;
	const { settingOf = (form) => form, placeOf, resetLabel = texts.asConfigured, children } = props;
	const [typed, setTyped] = useState(() => typedOf(fields, initial));
	const { errors: all, setErrors, changed } = useFieldErrors();
	const { sending, send } = useSend();
	const disabled = !useHydrated() || sending;
	// The fields describe it.
	const form = storedOf(fields, typed) as Form;
	const errors = Object.fromEntries(
		Object.entries(all).filter(([path]) => {
			const field = fields[path.split(".")[0] ?? ""];
			return !field || isShown(fields, typed, field);
		}),
	);
	const facts = { errors, choices, disabled };
	const showAtFields = (wrong: FieldErrors) => {
		const place = placeOf?.(form) ?? ((path) => path);
		setErrors(Object.fromEntries(Object.entries(wrong).map(([path, text]) => [place(path), text])));
	};
	const save = (setting: object | null) =>
		void send(
			async () => {
				const body = { value: setting && JSON.stringify(setting), version };
				await call(saveSettingEndpoint, { params: { topic }, body });
				toastAfterNavigation({ kind: "success", text: texts.saved });
				leaveWithoutWarning(location.pathname + location.search);
			},
			(error) => showErrors(error, showAtFields),
		);
	return (
		<form
			noValidate
			method="post"
			className="grid max-w-3xl gap-6"
			onSubmit={(event) => {
				event.preventDefault();
				save(settingOf(form));
			}}
		>
			<RecordFields
				fields={fields}
				typed={typed}
				path=""
				facts={facts}
				onChange={(next, path) => {
					setTyped(next);
					changed(path);
				}}
			/>
			{children?.(form, facts)}
			<div className="grid justify-items-start gap-3">
				<FieldError message={Object.keys(errors).length > 0 ? common.checkFields : undefined} />
				<div className="flex flex-wrap gap-3">
					<SubmitButton busy={sending} busyLabel={texts.saving}>
						{texts.save}
					</SubmitButton>
					{isStored && (
						<Button look="btn-outline" disabled={sending} onClick={() => save(null)}>
							{resetLabel}
						</Button>
					)}
				</div>
			</div>
		</form>
	);
}
