namespace Doppel.Volumes;

/// <summary>What a file carries besides its content and its <see cref="FileFacts"/>.</summary>
/// <param name="Flags">Inode flags (chattr); 0 where the file system has none.</param>
/// <param name="Attributes">Extended attributes, ordered by name; empty where there are none.</param>
public sealed record FileExtras(uint Flags, IReadOnlyList<ExtendedAttribute> Attributes)
{
    /// <summary>Nothing.</summary>
    public static FileExtras None { get; } = new(0, []);

    /// <summary>Whether both have the same flags and attributes.</summary>
    public bool Equals(FileExtras? other) =>
        other is not null && Flags == other.Flags && Attributes.SequenceEqual(other.Attributes);

    /// <summary>Returns whether two files carry the same, but for what every file has its own of.</summary>
    public bool IsLike(FileExtras other)
    {
        ArgumentNullException.ThrowIfNull(other);
        return Flags == other.Flags && Attributes.Where(static one => !one.IsOfOneFile)
            .SequenceEqual(other.Attributes.Where(static one => !one.IsOfOneFile));
    }

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Flags, Attributes.Count);
}
