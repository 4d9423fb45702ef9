namespace Doppel.Pooling.Checks;

/// <summary>
/// A policy that asks the ledger before it touches what was returned: it may belong to another by now.
/// </summary>
internal sealed class CheckedPolicy<T>(PoolPolicy<T> policy, RentLedger ledger) : PoolPolicy<T>
    where T : class
{
    public override T Create() => policy.Create();

    public override long Reset(T item)
    {
        ledger.Remove(item);
        return policy.Reset(item);
    }

    public override void Destroy(T item) => policy.Destroy(item);
}
