namespace Doppel.Pooling.Tests.Text;

/// <summary>Something that writes into a builder.</summary>
internal delegate void Utf8Step(ref Utf8Builder text);
