import { Module } from "@medusajs/framework/utils";
import KeepsakeService from "./service";

export const KEEPSAKE = "keepsake";

export default Module(KEEPSAKE, { service: KeepsakeService });
