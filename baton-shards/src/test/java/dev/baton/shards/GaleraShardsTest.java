package dev.baton.shards;

import dev.baton.testkit.GaleraDatabase;
import dev.baton.testkit.TestDatabase;

/** The contract on three servers of a Galera cluster, each node stays with one of them. Where {@code BATON_TEST_GALERA} says {@code all}. */
class GaleraShardsTest extends ShardsContract {

    @Override
    protected TestDatabase fresh() {
        return GaleraDatabase.freshWhereAllIsTried();
    }
}
