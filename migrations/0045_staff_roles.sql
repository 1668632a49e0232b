ALTER TABLE users ADD COLUMN `staff_role` text CONSTRAINT "users_staff_role" CHECK("users"."staff_role" in ('packer', 'manager'));
