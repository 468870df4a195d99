package dev.baton.spring.properties;

/** What {@code baton.shards.groups.NAME.*} sets. */
public class ShardGroupProperties {

    /** How many shards it has when it is new; what its annotation says by default. */
    private Integer shards;

    /** How large this instance's share of it is; as of all others by default. */
    private Integer weight;

    public Integer getShards() {
        return shards;
    }

    public void setShards(Integer shards) {
        this.shards = shards;
    }

    public Integer getWeight() {
        return weight;
    }

    public void setWeight(Integer weight) {
        this.weight = weight;
    }
}
