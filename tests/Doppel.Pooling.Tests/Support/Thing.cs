namespace Doppel.Pooling.Tests.Support;

/// <summary>An item that knows its maker, its size and who has it.</summary>
internal sealed class Thing(ThingPolicy maker)
{
    private int _ends;

    /// <summary>Whose policy made it.</summary>
    internal ThingPolicy Maker => maker;

    /// <summary>What it says it keeps alive.</summary>
    internal int Bytes { get; set; } = ThingPolicy.BytesOfNew;

    /// <summary>Who has it: see <c>OwnerStamp</c>.</summary>
    internal long Stamp;

    /// <summary>How often it was destroyed.</summary>
    internal int Ends => Volatile.Read(ref _ends);

    internal int End() => Interlocked.Increment(ref _ends);
}
