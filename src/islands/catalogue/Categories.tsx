import { type FormEvent, useState } from "react";
import { call } from "../../http/call.ts";
import * as messages from "../../messages/catalogue.ts";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/products.ts";
import { publicPaths } from "../../paths/public.ts";
import {
	createCategoryEndpoint,
	deleteCategoryEndpoint,
	listCategoriesEndpoint,
	updateCategoryEndpoint,
} from "../../shop/catalogue/categories.api.ts";
import type { CategoryChange, ListedCategory } from "../../shop/catalogue/categories.ts";
import { slugOf } from "../../shop/tools/addresses.ts";
import { toast } from "../../stores/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { DeleteDialog } from "../ui/DeleteDialog.tsx";
import { Empty } from "../ui/Empty.tsx";
import { Field } from "../ui/Field.tsx";
import { ImageField } from "../ui/ImageField.tsx";
import { Sentence } from "../ui/Sentence.tsx";
import { showErrors } from "../ui/show-errors.ts";
import { useFieldErrors } from "../ui/useFieldErrors.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { offerUndo, useSend } from "../ui/useSend.ts";

interface Props {
	categories: ListedCategory[];
}

/** Adds, changes, reorders and deletes the categories of tools. */
export function Categories({ categories: initial }: Props) {
	const [categories, setCategories] = useState(initial);
	const [toDelete, setToDelete] = useState<ListedCategory>();
	const { sending, send } = useSend();
	const hydrated = useHydrated();
	const reload = async () => setCategories(await call(listCategoriesEndpoint, {}));
	const change = (slug: string, body: CategoryChange, before?: CategoryChange) =>
		send(async () => {
			await call(updateCategoryEndpoint, { params: { slug }, body });
			await reload();
			if (!body.name) return;
			const text = messages.categorySaved(body.name);
			if (before) offerUndo(text, () => change(slug, before));
			else toast("success", text);
		});
	return (
		<div className="grid gap-8">
			{categories.length === 0 && (
				<Empty picture="no-results" text={messages.noCategories} hint={texts.aboutCategories} />
			)}
			<ol className="cards">
				{categories.map((category, index) => (
					<li key={category.slug} className="card">
						<h2 className="text-2xl">
							<a className="link" href={publicPaths.category(category.slug)}>
								{category.name}
							</a>
						</h2>
						<p className="text-sm text-quiet">{messages.toolCount(category.tools)}</p>
						<CategoryForm
							key={`${category.name} ${category.description} ${category.image}`}
							category={category}
							disabled={!hydrated || sending}
							onSave={(body) =>
								change(category.slug, body, {
									name: category.name,
									description: category.description,
									image: category.image,
								})
							}
						/>
						<p className="flex flex-wrap gap-2">
							<Button
								look="btn-sm"
								disabled={sending || index === 0}
								aria-label={texts.moveUp(category.name)}
								onClick={() => change(category.slug, { place: index })}
							>
								{texts.up}
							</Button>
							<Button
								look="btn-sm"
								disabled={sending || index === categories.length - 1}
								aria-label={texts.moveDown(category.name)}
								onClick={() => change(category.slug, { place: index + 2 })}
							>
								{texts.down}
							</Button>
							<Button
								look="btn-sm btn-outline"
								disabled={sending}
								aria-label={common.deleteNamed(category.name)}
								onClick={() => setToDelete(category)}
							>
								{common.deleteLabel}
							</Button>
						</p>
					</li>
				))}
			</ol>
			<NewCategoryForm onAdded={reload} />
			{toDelete && (
				<DeleteDialog
					title={texts.deleteCategoryQuestion}
					confirmLabel={texts.deleteCategory}
					request={() => call(deleteCategoryEndpoint, { params: { slug: toDelete.slug } })}
					deletedMessage={messages.categoryDeleted(toDelete.name)}
					onDeleted={() => void reload()}
					onClose={() => setToDelete(undefined)}
				>
					<p>
						<Sentence text={texts.deleteCategoryWarning}>
							<strong>{toDelete.name}</strong>
						</Sentence>{" "}
						{messages.toolsWithout(toDelete.tools)}
					</p>
				</DeleteDialog>
			)}
		</div>
	);
}

/** The name, the description and the image of a category. */
function CategoryForm({
	category,
	disabled,
	onSave,
}: {
	category: ListedCategory;
	disabled: boolean;
	onSave: (change: Pick<ListedCategory, "name" | "description" | "image">) => void;
}) {
	const [name, setName] = useState(category.name);
	const [description, setDescription] = useState(category.description);
	const [image, setImage] = useState(category.image);
	const [uploading, setUploading] = useState(false);
	const isChanged =
		name !== category.name || description !== category.description || image !== category.image;
	const save = (event: FormEvent) => {
		event.preventDefault();
		onSave({ name, description, image });
	};
	return (
		<form className="grid gap-3" method="post" onSubmit={save} aria-label={category.name}>
			<Field
				label={common.name}
				required
				maxLength={120}
				value={name}
				readOnly={disabled}
				onChange={({ target }) => setName(target.value)}
			/>
			<Field
				label={common.description}
				maxLength={300}
				value={description}
				readOnly={disabled}
				onChange={({ target }) => setDescription(target.value)}
			/>
			<ImageField
				label={common.image}
				value={image ?? undefined}
				error={undefined}
				onChange={(uploaded) => setImage(uploaded ?? null)}
				onBusy={setUploading}
			/>
			<Button
				type="submit"
				look="btn-primary justify-self-start"
				disabled={disabled || uploading || !isChanged}
				aria-label={common.saveNamed(category.name)}
			>
				{common.save}
			</Button>
		</form>
	);
}

/** Adds a category. Its address follows the name until it is typed. */
function NewCategoryForm({ onAdded }: { onAdded: () => Promise<void> }) {
	const empty = {
		name: "",
		description: "",
		slug: undefined as string | undefined,
		image: undefined as string | undefined,
	};
	const [draft, setDraft] = useState(empty);
	const { errors, setErrors, changed } = useFieldErrors();
	const [uploading, setUploading] = useState(false);
	const { sending, send } = useSend();
	const hydrated = useHydrated();
	const body = { ...draft, slug: draft.slug ?? slugOf(draft.name) };
	const add = (event: FormEvent) => {
		event.preventDefault();
		void send(
			async () => {
				await call(createCategoryEndpoint, { body });
				setErrors({});
				setDraft(empty);
				await onAdded();
				toast("success", messages.categoryAdded(body.name));
			},
			(error) => showErrors(error, setErrors),
		);
	};
	const field = (key: "name" | "slug" | "description", maxLength: number) => ({
		value: body[key],
		error: errors[key],
		maxLength,
		readOnly: !hydrated || sending,
		onChange: ({ target }: { target: HTMLInputElement }) => {
			setDraft({ ...draft, [key]: target.value });
			changed(key);
			// It follows the name until it is typed.
			if (key === "name" && draft.slug === undefined) changed("slug");
		},
	});
	return (
		<form className="card" method="post" noValidate onSubmit={add} aria-labelledby="new">
			<h2 id="new" className="text-2xl">
				{texts.newCategory}
			</h2>
			<Field label={common.name} {...field("name", 120)} />
			<Field label={common.address} hint={publicPaths.category(body.slug)} {...field("slug", 60)} />
			<Field label={common.description} {...field("description", 300)} />
			<ImageField
				label={common.image}
				value={draft.image}
				error={errors.image}
				onChange={(image) => {
					setDraft((current) => ({ ...current, image }));
					changed("image");
				}}
				onBusy={setUploading}
			/>
			<Button type="submit" look="btn-primary justify-self-start" disabled={sending || uploading}>
				{texts.addCategory}
			</Button>
		</form>
	);
}
