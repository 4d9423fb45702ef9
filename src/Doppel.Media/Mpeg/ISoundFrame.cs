namespace Doppel.Media;

/// <summary>The header of a frame of sound, of which many follow each other without a container.</summary>
internal interface ISoundFrame<TSelf>
    where TSelf : struct, ISoundFrame<TSelf>
{
    /// <summary>The length of the whole frame, 1 or more.</summary>
    int Bytes { get; }

    /// <summary>Whether two frames can be of one stream.</summary>
    bool IsLike(TSelf other);

    /// <summary>Reads the header at a place of what ends at another.</summary>
    static abstract bool TryRead(HeaderReader file, long at, long end, out TSelf frame);
}
