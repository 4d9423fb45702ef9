namespace Doppel.Media;

/// <summary>The header of an audio frame, in a stream of consecutive frames without a container.</summary>
internal interface ISoundFrame<TSelf>
    where TSelf : struct, ISoundFrame<TSelf>
{
    /// <summary>Gets the length of the whole frame in bytes, 1 or more.</summary>
    int Bytes { get; }

    /// <summary>Returns whether two frames can belong to the same stream.</summary>
    bool IsLike(TSelf other);

    /// <summary>Reads the frame header at an offset, in data that ends at another offset.</summary>
    static abstract bool TryRead(HeaderReader file, long at, long end, out TSelf frame);
}
