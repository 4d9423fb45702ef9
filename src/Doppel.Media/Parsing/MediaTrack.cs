namespace Doppel.Media;

/// <summary>One track of a file with interleaved tracks.</summary>
internal sealed class MediaTrack(int kind, string meaning)
{
    /// <summary>Gets the sort order of the kind of track. Lower values come first.</summary>
    internal int Kind { get; } = kind;

    /// <summary>Gets the description used for its payload parts.</summary>
    internal string Meaning { get; } = meaning;

    /// <summary>Gets the data that controls how the track is decoded.</summary>
    internal PayloadBuilder Setup { get; } = new();

    /// <summary>Gets the packets of the track, in order.</summary>
    internal PayloadBuilder Packets { get; } = new();

    /// <summary>Gets or sets whether a glance needs the beginning of this track.</summary>
    internal bool IsLeader { get; set; }

    /// <summary>
    /// Gets whether further packets of the track count. A glance takes no more of a leading track than it needs.
    /// </summary>
    internal bool IsOpen => !IsLeader || Packets.Bytes < MediaMap.GlanceBytes;
}
