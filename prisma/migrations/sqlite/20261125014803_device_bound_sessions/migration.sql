-- AlterTable
ALTER TABLE "Session" ADD COLUMN "deviceKey" TEXT;
