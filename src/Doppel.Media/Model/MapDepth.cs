namespace Doppel.Media;

/// <summary>Selects how much of a payload to map.</summary>
public enum MapDepth
{
    /// <summary>The whole payload.</summary>
    Whole,

    /// <summary>
    /// What a few reads near the ends of the file can determine: the whole payload where headers describe it, otherwise
    /// its first <see cref="MediaMap.GlanceBytes"/> bytes and the rest of the packet or block in which they end.
    /// </summary>
    Glance,

    /// <summary>The whole payload, with a description of each part.</summary>
    Parts,
}
