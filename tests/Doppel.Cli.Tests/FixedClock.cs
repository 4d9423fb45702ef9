namespace Doppel.Cli.Tests;

/// <summary>It is always noon of 2024-06-15, in a place two hours ahead of UTC.</summary>
internal sealed class FixedClock : TimeProvider
{
    internal static DateTimeOffset Now { get; } = new(2024, 6, 15, 12, 0, 0, TimeSpan.FromHours(2));

    /// <inheritdoc/>
    public override TimeZoneInfo LocalTimeZone { get; } =
        TimeZoneInfo.CreateCustomTimeZone("two", TimeSpan.FromHours(2), "two", "two");

    /// <inheritdoc/>
    public override DateTimeOffset GetUtcNow() => Now.ToUniversalTime();
}
