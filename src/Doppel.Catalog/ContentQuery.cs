namespace Doppel.Catalog;

/// <summary>Asks for the facts about one state of one file.</summary>
/// <param name="Inode">The inode number.</param>
/// <param name="Stamp">The stamp that a fact must have.</param>
/// <param name="Tag">A number of the caller, passed back with each fact.</param>
public readonly record struct ContentQuery(ulong Inode, ulong Stamp, int Tag);

/// <summary>Receives a fact that a query asked for.</summary>
/// <param name="tag">The number of the query.</param>
/// <param name="fact">The fact. If several of one kind are known, later ones are passed later.</param>
public delegate void FactVisitor(int tag, in ContentFact fact);

/// <summary>Receives a text that a query asked for.</summary>
/// <param name="tag">The number of the query.</param>
/// <param name="fact">The fact that has the text. It has no value.</param>
/// <param name="text">The text, valid until the visitor returns.</param>
public delegate void TextVisitor(int tag, in ContentFact fact, ReadOnlySpan<byte> text);
