namespace Doppel.Testing;

/// <summary>Changes what a read hands out.</summary>
/// <param name="offset">Bytes from the start of the file to the first of <paramref name="content"/>.</param>
/// <param name="content">What was read; to be changed in place.</param>
public delegate void ContentChange(long offset, Span<byte> content);
