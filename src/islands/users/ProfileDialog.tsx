import { countryOptions } from "../../config/countries.ts";
import * as texts from "../../messages/account.ts";
import { optionalField } from "../../messages/checkout.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import { type ProfileFields, profileFieldsForm } from "../../shop/users/profile-fields.ts";
import { hasAddress, type ProfileForm } from "../../shop/users/users.ts";
import { AddressFields } from "../checkout/AddressFields.tsx";
import { DialogForm } from "../ui/DialogForm.tsx";
import { Field } from "../ui/Field.tsx";
import { useHookFormGuard } from "../ui/useHookFormGuard.ts";
import { useSchemaForm } from "../ui/useSchemaForm.ts";

interface Props {
	/** The e-mail of the profile's account. */
	email: string;
	fields: ProfileFields;
	onSave: (form: ProfileForm) => Promise<void>;
	onClose: () => void;
}

const countries = countryOptions();

/** Changes name, address and phone. Asks before it discards changes. */
export function ProfileDialog({ email, fields, onSave, onClose }: Props) {
	const { form, field, handleSubmit } = useSchemaForm(profileFieldsForm, { ...fields });
	const { formError, sending, dirty, restored, send } = useHookFormGuard(form, email);
	const country = form.watch("country") ?? "";
	return (
		<DialogForm
			title={texts.updateProfile}
			sending={sending}
			onSubmit={handleSubmit(({ name, phone, ...address }) =>
				send(() => onSave({ name, phone, ...(hasAddress(address) ? address : { address: "" }) })),
			)}
			onClose={onClose}
			canClose={() => !sending && (!dirty || confirm(messages.discardChanges))}
			submitLabel={common.save}
			busyLabel={common.saving}
			formError={formError}
		>
			{restored && <p role="status">{messages.draftRestored}</p>}
			<Field
				label={optionalField(common.name)}
				type="text"
				autoComplete="name"
				{...field("name")}
			/>
			<AddressFields
				country={country}
				countries={countries}
				delivery={fields}
				field={field}
				onCountry={() => form.clearErrors()}
			/>
			<Field label={common.phone} type="tel" autoComplete="tel" {...field("phone")} />
		</DialogForm>
	);
}
