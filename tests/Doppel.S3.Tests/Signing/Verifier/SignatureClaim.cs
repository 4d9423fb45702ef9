namespace Doppel.S3.Tests.Signing.Verifier;

/// <summary>What a request says of its signature.</summary>
internal sealed record SignatureClaim(
    string Credential, string Time, string[] SignedHeaders, string Signature, string PayloadHash)
{
    public string AccessKeyId => Credential.Split('/', 2)[0];

    public string Scope => Credential.Split('/', 2)[1];
}
