using System.Diagnostics.Metrics;

namespace Doppel.Pooling;

/// <summary>
/// Publishes the metrics of all pools through <c>System.Diagnostics.Metrics</c>. Costs nothing without listeners.
/// </summary>
internal static class PoolMeter
{
    internal const string Name = "Doppel.Pooling";

    private static Meter? s_meter;

    internal static void Begin()
    {
        s_meter = new Meter(Name);
        Count("doppel.pool.hits", "Rents that an idle item served.", static pool => pool.Hits);
        Count("doppel.pool.misses", "Rents that made a new item.", static pool => pool.Misses);
        Count(
            "doppel.pool.drops", "Items that came back and were not kept: too large, or the bound was reached.",
            static pool => pool.Drops);
        Count(
            "doppel.pool.trims", "Idle items let go: unused for the idle time, or cleared.", static pool => pool.Trims);
        s_meter.CreateObservableUpDownCounter(
            "doppel.pool.held", () => Observe(static pool => pool.BytesHeld), "By", "Bytes of idle items.");
    }

    private static void Count(string name, string description, Func<PoolStatistics, long> value) =>
        s_meter!.CreateObservableCounter(name, () => Observe(value), "{item}", description);

    private static IEnumerable<Measurement<long>> Observe(Func<PoolStatistics, long> value)
    {
        foreach (Pool pool in PoolRegistry.Alive())
        {
            yield return new Measurement<long>(
                value(pool.GetStatistics()),
                new KeyValuePair<string, object?>("doppel.pool.name", pool.Options.Name));
        }
    }
}
