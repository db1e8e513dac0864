import { type DeepPartial, EntityId, type ID, VendureEntity } from "@vendure/core";
import { Entity, Index } from "typeorm";

/** A stock location that Keepsake was told of. When Vendure deletes one, all rows of it are gone. */
@Entity()
export class KeepsakeLocation extends VendureEntity {
  constructor(input?: DeepPartial<KeepsakeLocation>) {
    super(input);
  }

  @Index({ unique: true })
  @EntityId()
  stockLocationId: ID;
}
