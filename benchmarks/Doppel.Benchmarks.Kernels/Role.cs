namespace Doppel.Benchmarks.Kernels;

/// <summary>What a contestant is in a comparison.</summary>
public enum Role
{
    /// <summary>Somebody else's way to do the same: what ours is judged against.</summary>
    Rival,

    /// <summary>Ours: judged against the best rival of its cell.</summary>
    Ours,

    /// <summary>Something that does less, such as an empty loop or a bare slot; shown and never judged.</summary>
    Reference,

    /// <summary>A figure that somebody else published for another machine; shown and never judged.</summary>
    Published,
}
