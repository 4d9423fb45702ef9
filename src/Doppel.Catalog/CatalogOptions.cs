namespace Doppel.Catalog;

/// <summary>Settings of a <see cref="ContentCatalog"/>.</summary>
public sealed record CatalogOptions
{
    /// <summary>The least that <see cref="BytesMax"/> can be: 1 MiB.</summary>
    public const long BytesMaxMin = 1L << 20;

    /// <summary>
    /// The size of all files of the catalog in bytes above which the oldest facts are dropped, at least 1 MiB.
    /// Default: 512 MiB, enough for 11 million facts.
    /// </summary>
    public long BytesMax { get; init; } = 512L << 20;

    /// <summary>
    /// The clock that names files and limits how long facts wait to be written. Default: that of the system.
    /// </summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>What does the work on files. Tests put a failing one here.</summary>
    internal CatalogFiles Files { get; init; } = CatalogFiles.System;

    /// <summary>Checks the options.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><see cref="BytesMax"/> is below 1 MiB.</exception>
    public void Validate() => ArgumentOutOfRangeException.ThrowIfLessThan(BytesMax, BytesMaxMin);
}
