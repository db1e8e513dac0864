import { type DeepPartial, EntityId, type ID, VendureEntity } from "@vendure/core";
import { Column, Entity, Index, Unique } from "typeorm";

/** Units of a variant at a location that are allocated for an accepted offer of Keepsake. */
@Entity()
@Unique(["offer", "stockLocationId"])
@Index(["productVariantId", "stockLocationId"])
export class KeepsakeHold extends VendureEntity {
  constructor(input?: DeepPartial<KeepsakeHold>) {
    super(input);
  }

  @Column({ length: 64 })
  offer: string;

  @EntityId()
  productVariantId: ID;

  @EntityId()
  stockLocationId: ID;

  @Column()
  units: number;

  @Column()
  until: Date;

  /** The order of the shopper who claimed the offer. Only this order can use the units. */
  @Index()
  @EntityId({ nullable: true })
  orderId: ID | null;
}
