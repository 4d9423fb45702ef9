using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Doppel.Testing.Servers;

/// <summary>A certificate that is its own authority, for 127.0.0.1 or for another address.</summary>
public sealed class TestCertificate
{
    /// <summary>Makes one.</summary>
    public TestCertificate(string address = "127.0.0.1")
    {
        using var key = RSA.Create(2048);
        var request = new CertificateRequest(
            "CN=doppel test", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Parse(address));
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        DateTimeOffset now = TimeProvider.System.GetUtcNow();
        using X509Certificate2 certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(1));
        Certificate = certificate.ExportCertificatePem();
        Key = key.ExportPkcs8PrivateKeyPem();
    }

    /// <summary>The certificate as PEM.</summary>
    public string Certificate { get; }

    /// <summary>The private key as PEM.</summary>
    public string Key { get; }

    /// <summary>A server of ClickHouse with this certificate.</summary>
    public ClickHouseServer StartServer(out Uri address, string users = "")
    {
        int port = LocalServer.FreePort();
        address = new Uri($"https://127.0.0.1:{port}");
        return new ClickHouseServer(new ClickHouseOptions
        {
            HttpsPort = port,
            Users = users,
            Files = new Dictionary<string, string> { ["server.crt"] = Certificate, ["server.key"] = Key },
        });
    }
}
