namespace Doppel.Testing;

/// <summary>Makes the content of a large file in memory on demand.</summary>
/// <param name="offset">Bytes from the start of the file.</param>
/// <param name="content">To be filled whole; zeroed on entry.</param>
/// <remarks>Called by several threads at once. The same place must always get the same bytes.</remarks>
public delegate void ContentSource(long offset, Span<byte> content);
