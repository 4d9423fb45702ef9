namespace Doppel.Media;

/// <summary>One track of a file whose tracks stand interleaved.</summary>
internal sealed class MediaTrack(int kind, string meaning)
{
    /// <summary>Where tracks of its kind stand among the others; the least is the first.</summary>
    internal int Kind { get; } = kind;

    /// <summary>What it is called where parts are told.</summary>
    internal string Meaning { get; } = meaning;

    /// <summary>How it is decoded.</summary>
    internal PayloadBuilder Setup { get; } = new();

    /// <summary>Its packets in their order.</summary>
    internal PayloadBuilder Packets { get; } = new();

    /// <summary>Whether a glance waits for its beginning.</summary>
    internal bool IsLeader { get; set; }

    /// <summary>Whether what comes of it still counts; a glance takes in no more of a leader than it needs.</summary>
    internal bool IsOpen => !IsLeader || Packets.Bytes < MediaMap.GlanceBytes;
}
