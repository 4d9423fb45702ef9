namespace Doppel.Pooling.Tests.Text;

/// <summary>Something that writes into a builder.</summary>
internal delegate void TextStep(ref TextBuilder text);
