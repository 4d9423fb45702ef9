namespace Doppel.Media;

/// <summary>How much of a payload is asked for.</summary>
public enum MapDepth
{
    /// <summary>All of it.</summary>
    Whole,

    /// <summary>
    /// What few readings near the ends tell: all of it where headers do, else the first
    /// <see cref="MediaMap.GlanceBytes"/> bytes and what follows of the packet or block they end in.
    /// </summary>
    Glance,

    /// <summary>All of it, with a word for each part.</summary>
    Parts,
}
