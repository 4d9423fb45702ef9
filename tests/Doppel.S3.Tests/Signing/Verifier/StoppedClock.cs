namespace Doppel.S3.Tests.Signing.Verifier;

/// <summary>A clock that always shows the same time, to the second.</summary>
internal sealed class StoppedClock(DateTimeOffset time) : TimeProvider
{
    public override DateTimeOffset GetUtcNow() =>
        time.AddTicks(-(time.Ticks % TimeSpan.TicksPerSecond)).ToUniversalTime();
}
