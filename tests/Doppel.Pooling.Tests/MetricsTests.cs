using System.Diagnostics.Metrics;

namespace Doppel.Pooling.Tests;

/// <summary>What listeners to the metrics of the platform see of each pool.</summary>
public sealed class MetricsTests
{
    [Fact]
    public void A_listener_sees_what_the_statistics_say()
    {
        var options = new PoolOptions { Name = "metrics of objects", BytesMax = 10_000, Clock = new ManualClock() };
        using var things = new ObjectPool<Thing>(new ThingPolicy(), options);
        using var arrays = new BufferPool<byte>(options with { Name = "metrics of arrays" });
        using var listener = new MeterListener();
        var seen = new Dictionary<(string Pool, string Instrument), long>();
        listener.InstrumentPublished = static (instrument, listener) =>
        {
            if (instrument.Meter.Name == "Doppel.Pooling")
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        listener.SetMeasurementEventCallback<long>((instrument, value, tags, _) =>
            seen[((string)tags[0].Value!, instrument.Name)] = value);
        listener.Start();

        things.RentAndReturn(200);
        things.RentAndReturn(3);
        things.Clear();
        things.RentAndReturn(5);
        arrays.RentAndReturn(3, 100);
        listener.RecordObservableInstruments();
        Check("metrics of objects", things.GetStatistics());
        Check("metrics of arrays", arrays.GetStatistics());
        Assert.All((string[])["hits", "misses", "drops", "trims", "held"], instrument =>
            Assert.NotEqual(0, seen[("metrics of objects", "doppel.pool." + instrument)]));

        things.RentAndReturn(7);
        things.Clear();
        listener.RecordObservableInstruments();
        Check("metrics of objects", things.GetStatistics());
        Assert.Equal(0, seen[("metrics of objects", "doppel.pool.held")]);

        void Check(string pool, PoolStatistics statistics)
        {
            Assert.Equal(statistics.Hits, seen[(pool, "doppel.pool.hits")]);
            Assert.Equal(statistics.Misses, seen[(pool, "doppel.pool.misses")]);
            Assert.Equal(statistics.Drops, seen[(pool, "doppel.pool.drops")]);
            Assert.Equal(statistics.Trims, seen[(pool, "doppel.pool.trims")]);
            Assert.Equal(statistics.BytesHeld, seen[(pool, "doppel.pool.held")]);
        }
    }
}
