package dev.baton.testkit.contract;

/** What every database has to keep. A subclass says how to get one, and adds what its database can do besides. */
public abstract class DatabaseContract extends ContractFixture
        implements StoreContract,
                ElectionContract,
                LossContract,
                FenceContract,
                FenceLossContract,
                FenceSilenceContract,
                FencesTogetherContract,
                CommitOrderContract,
                LifecycleContract,
                HistoryContract,
                SchemaContract,
                StartContract,
                SetupContract,
                TryLeaseContract,
                LockAndRoleContract,
                LostLeaseContract {}
